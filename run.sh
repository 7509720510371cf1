#!/bin/sh
# Sets up everything that Transformer Lab needs, then starts it. Safe to run again: what is there stays.
#
#   ./run.sh                  the window              ./run.sh my.tlab          a project in the window
#   ./run.sh test [ARGS]      the tests (pytest)      ./run.sh export … , figures, …   the command line
#
# Needs a POSIX shell. Debian and Ubuntu: system packages are installed if this user may; elsewhere they are
# named. Everything else lands in .venv beside this file.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
venv=$here/.venv
python_packages="python3 python3-venv"
# The same packages as in transformer_lab/preflight.py, for a system that has no Python to ask it yet.
drawing_packages="libgl1 libegl1 libglib2.0-0 libdbus-1-3 libfontconfig1 libxkbcommon0"
window_packages="libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxcb-xkb1 libxkbcommon-x11-0"

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "$@"
    exit 1
}

# -- a Python that is new enough and can make environments

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    for candidate in ${PYTHON:-} python3 python3.13 python3.12 python3.11 python3.14; do
        if command -v "$candidate" >/dev/null 2>&1 && new_enough "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
}

can_make_environments() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

# -- system packages

# What the system lacks, on one line; $1 is "window" or "drawing".
missing_packages() {
    python=$(find_python)
    if [ -z "$python" ]; then
        echo "$python_packages $drawing_packages $window_packages"
        return
    fi
    if ! can_make_environments "$python"; then
        printf '%s ' "$python_packages"
    fi
    (cd "$here" && "$python" -m transformer_lab.preflight "$1")
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo -n "$@"
    fi
}

may_install() {
    command -v apt-get >/dev/null 2>&1 || return 1
    [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null
}

install_packages() {
    say "Installing system packages: $*"
    as_root apt-get update -qq >&2 || say "The package lists could not be renewed; trying with the old ones."
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2 ||
        fail "The system packages could not be installed; the lines above say why."
}

set_up_system() {
    packages=$(missing_packages window)
    [ -n "$packages" ] || return 0
    if may_install; then
        # shellcheck disable=SC2086  # one word for each package
        install_packages $packages
        return
    fi
    if [ "$1" = drawing ]; then
        packages=$(missing_packages drawing)
        [ -n "$packages" ] || return 0
    fi
    say "Transformer Lab needs system packages that this user may not install. Please ask an administrator to run:"
    say "    sudo apt-get install -y --no-install-recommends $packages"
    fail "Then start ./run.sh again."
}

# -- the environment in .venv

set_up_environment() {
    if [ -x "$venv/bin/python" ] && new_enough "$venv/bin/python" && "$venv/bin/python" -c 'import pip' 2>/dev/null; then
        return
    fi
    python=$(find_python)
    [ -n "$python" ] || fail "Transformer Lab needs Python 3.11 or newer, and this system offers none: please install it first."
    say "Making an environment in .venv; about 110 MB will be downloaded"
    "$python" -m venv --clear "$venv" >&2 || fail "The environment $venv could not be made; the lines above say why."
    # So that `pytest` and `python -m transformer_lab` find this checkout from anywhere.
    packages=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    printf '%s\n' "$here" >"$packages/transformer_lab_checkout.pth"
}

# Installs the requirement file $1 unless exactly that was done before.
set_up_requirements() {
    stamp=$venv/ready-$1
    wanted=$(cksum "$here/$1")
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then
        return
    fi
    say "Installing what $1 lists"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input -r "$here/$1" >&2 ||
        fail "The Python packages could not be installed; the lines above say why."
    printf '%s\n' "$wanted" >"$stamp"
}

set_up() {
    set_up_system "$1"
    set_up_environment
    set_up_requirements requirements.txt
}

case ${1-} in
test)
    shift
    set_up drawing
    set_up_requirements requirements-dev.txt
    cd "$here"
    [ $# -gt 0 ] || set -- -n auto # all of them: one process for each core
    exec "$venv/bin/python" -m pytest "$@"
    ;;
'' | *.tlab)
    set_up window
    ;;
*)
    set_up drawing
    ;;
esac
exec "$venv/bin/python" "$here/main.py" "$@"
