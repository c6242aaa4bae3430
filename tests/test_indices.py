"""Powers, charges and indices of plain text are set above and below the line of the HTML page; names stay as they are,
and no sign is lost."""

from __future__ import annotations

import re
from html import escape

import pytest
from castalia.tools.pages.html_text import shown
from castalia.tools.pages.indices import with_indices
from hypothesis import given
from hypothesis import strategies as st


def seen(html: str) -> str:
    """What a reader sees, the tags of what is shifted aside."""
    return re.sub(r'<span class="sign">[^<]*</span>', "", html)


def text_of(html: str) -> str:
    return re.sub("<[^>]*>", "", html)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10^12 stars", "10<sup>12</sup> stars"),
        ("10^–35 m", "10<sup>–35</sup> m"),
        ("10^(−5)T,", "10<sup>−5</sup>T,"),
        ("10^3–10^4", "10<sup>3</sup>–10<sup>4</sup>"),
        ("10^6+3", "10<sup>6</sup>+3"),
        ("Na^+ and Zn^2+.", "Na<sup>+</sup> and Zn<sup>2+</sup>."),
        ("Na^+(aq)", "Na<sup>+</sup>(aq)"),
        ("stimulates Na^+…", "stimulates Na<sup>+</sup>…"),
        ("Na^+/K^+ pump, NAD^+/NADH", "Na<sup>+</sup>/K<sup>+</sup> pump, NAD<sup>+</sup>/NADH"),
        ("Mg^++ and Ca^++, SO_4^−−.", "Mg<sup>++</sup> and Ca<sup>++</sup>, SO<sub>4</sub><sup>−−</sup>."),
        ("(^1H) and ^(14)C", "(<sup>1</sup>H) and <sup>14</sup>C"),
        ("^{76}Ge", "<sup>76</sup>Ge"),
        ("sp^3d^2", "sp<sup>3</sup>d<sup>2</sup>"),
        ("(mc^2)^2", "(mc<sup>2</sup>)<sup>2</sup>"),
        ("e^x", "e<sup>x</sup>"),
        ("S_1 and 4πε_0", "S<sub>1</sub> and 4πε<sub>0</sub>"),
        ("q_(enc), T_{c}", "q<sub>enc</sub>, T<sub>c</sub>"),
        ("SO_4^(2−)", "SO<sub>4</sub><sup>2−</sup>"),
        ("2H_2O→CaCO_3(s)", "2H<sub>2</sub>O→CaCO<sub>3</sub>(s)"),
        ("SiCl_4.", "SiCl<sub>4</sub>."),
        ("Na_2HPO_4, Fe_2O_3", "Na<sub>2</sub>HPO<sub>4</sub>, Fe<sub>2</sub>O<sub>3</sub>"),
        ("1s^22s^22p^6", "1s<sup>2</sup>2s<sup>2</sup>2p<sup>6</sup>"),
        ("Cu^2+(aq)", "Cu<sup>2+</sup>(aq)"),
        ("x^2-|y|, x^2+√y", "x<sup>2</sup>-|y|, x<sup>2</sup>+√y"),
        ("v^2–, the", "v<sup>2</sup>–, the"),
        ("SO_4^2-, PO_4^3- and O^2-", "SO<sub>4</sub><sup>2-</sup>, PO<sub>4</sub><sup>3-</sup> and O<sup>2-</sup>"),
        ("[Fe(CN)_6]^3-, CO3^2-.", "[Fe(CN)<sub>6</sub>]<sup>3-</sup>, CO3<sup>2-</sup>."),
        ("10^3- to 10^4-fold", "10<sup>3</sup>- to 10<sup>4</sup>-fold"),
        ("Trp53^-/-", "Trp53<sup>-/-</sup>"),
        ("x_i^n, P_C^x", "x<sub>i</sub><sup>n</sup>, P<sub>C</sub><sup>x</sup>"),
        ("m^3/768", "m<sup>3</sup>/768"),
        ("$5 for 10^6 and $10", "$5 for 10<sup>6</sup> and $10"),
    ],
)
def test_indices_are_shifted(text: str, expected: str) -> None:
    assert seen(with_indices(text)) == expected
    assert text_of(with_indices(text)) == text


@pytest.mark.parametrize(
    "text",
    ["RNase_H", "RVT_1", "M_sun", "snake_case_x", "_only_ this", "ch08mod00_p02", "^Although", "^A note", "x^(a long one)",
     "f^(" + "n" * 40 + ")", "2 ^ 3", "a_", "Barack_PERSON", "ORF_1", "UTF_8", "t_1/2", "10^1,000",
     "e^-(x+y)", "D^*+", "http://example.org/a_1_b", "x_1@example.org"],
)  # fmt: skip
def test_names_and_loose_signs_stay(text: str) -> None:
    assert with_indices(text) == text


@pytest.mark.parametrize(
    "formula",
    [
        r"$E = \frac{k_1 q^2}{r_0^2}$",
        r"\(x_1^2 + y_1\)",
        r"\[a_1 = b_2\]",
        "$$ x_1 $$",
        r"\frac{k_1 q^2}{\sqrt{r_{0}^2}}",
        r"\sum_{i=1}^n",
        "P_{O_2}",
        "e^(x_1)",
    ],
)
def test_a_formula_in_latex_is_set_whole_or_not_at_all(formula: str) -> None:
    assert seen(with_indices(f"H_2O, {formula} and x_1")) == f"H<sub>2</sub>O, {formula} and x<sub>1</sub>"


@given(st.text("a1^_(){}$\\+−<>&'\" Hé", max_size=30))
def test_no_sign_is_lost_and_tags_nest(text: str) -> None:
    html = shown(text)
    assert text_of(html) == escape(" ".join(text.split()))
    assert (
        re.sub(
            r'<(sup|sub)>(<span class="sign">[\^_({]+</span>)[^<>]+(<span class="sign">[)}]</span>)?</\1>', "", html
        ).count("<")
        == 0
    )


@pytest.mark.parametrize("unit", ["^", "_", "a_", "x^(", "a^{b", "1^2", "H_2", "$x", "\\(", "\\a{", "_{_"])
def test_a_long_line_is_no_trap(unit: str) -> None:
    line = unit * (10_000 // len(unit))
    assert text_of(with_indices(line)) == line
