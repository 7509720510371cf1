"""Text for LaTeX: its special characters made harmless, signs that pdfLaTeX lacks written as mathematics."""

from __future__ import annotations

from types import MappingProxyType

from transformer_lab.render.plain import plain

SPECIAL = MappingProxyType(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "%": r"\%",
        "_": r"\_",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': "{''}",
        "`": r"\textasciigrave{}",
        "-": "{-}",
        "'": "{'}",
    }
)
SIGNS = MappingProxyType(
    {
        "−": "$-$",
        "×": r"$\times$",
        "·": r"$\cdot$",
        "→": r"$\rightarrow$",
        "←": r"$\leftarrow$",
        "↓": r"$\downarrow$",
        "↑": r"$\uparrow$",
        "∞": r"$\infty$",
        "≤": r"$\leq$",
        "≥": r"$\geq$",
        "≈": r"$\approx$",
        "√": r"$\surd$",
        "Σ": r"$\Sigma$",
        "∑": r"$\Sigma$",
        "…": r"\ldots{}",
        "ᵀ": r"$^{T}$",
        "²": r"$^{2}$",
        "⁻": r"$^{-}$",
        "⁺": r"$^{+}$",
        **{raised: f"$^{{{n}}}$" for n, raised in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
        **{lowered: f"$_{{{n}}}$" for n, lowered in enumerate("₀₁₂₃₄₅₆₇₈₉")},
        **{
            letter: f"${name}$"
            for letter, name in {
                "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\varepsilon",
                "θ": r"\theta", "λ": r"\lambda", "μ": r"\mu", "π": r"\pi", "σ": r"\sigma", "τ": r"\tau",
                "Δ": r"\Delta", "ω": r"\omega",
            }.items()
        },
        "\u00a0": "~",
        "\u2009": r"\,",
        "\u202f": r"\,",
    }
)  # fmt: skip


def latex(text: str) -> str:
    """`text` as LaTeX that says the same."""
    return "".join(SPECIAL.get(c) or SIGNS.get(c) or c for c in plain(text))


def needs_unicode(text: str) -> bool:
    """Whether `text` has scripts that only LuaLaTeX and XeLaTeX can set."""
    return any(ord(c) > 0x24F and c not in SIGNS and c not in "–—‘’“”•" for c in plain(text))
