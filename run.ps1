# The twin of run.sh for Windows (PowerShell 5 or newer). NOT RUN by us: written from the contents of the
# packages, which bring all that Qt needs there. Needs Python 3.11 or newer with its launcher `py`.
#
#   .\run.ps1                 the window
#   .\run.ps1 test [ARGS]     the tests (pytest)
#   .\run.ps1 figures, ...    the command line
$ErrorActionPreference = "Stop"
$here = Split-Path -Parent $MyInvocation.MyCommand.Path
$python = Join-Path $here ".venv\Scripts\python.exe"

if (-not (Test-Path $python)) {
    py -3 -m venv (Join-Path $here ".venv")
    if ($LASTEXITCODE) { Write-Error "Transformer Lab needs Python 3.11 or newer; install it from the Microsoft Store." }
}

function Install-Requirements($name) {
    $file = Join-Path $here $name
    $stamp = Join-Path $here ".venv\ready-$name"
    $wanted = (Get-FileHash $file).Hash
    if ((Test-Path $stamp) -and ((Get-Content $stamp) -eq $wanted)) { return }
    & $python -m pip install --quiet --disable-pip-version-check --no-input -r $file
    if ($LASTEXITCODE) { Write-Error "The Python packages could not be installed; the lines above say why." }
    Set-Content $stamp $wanted
}

Install-Requirements "requirements.txt"
if ($args.Count -and $args[0] -eq "test") {
    Install-Requirements "requirements-dev.txt"
    Set-Location $here
    $rest = @($args | Select-Object -Skip 1)
    & $python -m pytest @rest
} else {
    & $python (Join-Path $here "main.py") @args
}
exit $LASTEXITCODE
