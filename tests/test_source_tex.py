"""TeX in a text: read as what it prints, and formulas and what holds a place in a sentence stay."""

from __future__ import annotations

import time

import pytest
from castalia.memory.records import Snippet
from castalia.tools.corpus.cleaning import clean
from castalia.tools.corpus.source_tex import strip_tex


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        (r"At 5\,keV to 10\,\mbox{keV} (90%~C.L.), \ie\ so\footnote{As \emph{we} see.}, \etal. say in Fig.~\ref{a}, $5\,x$~km.", r"At 5 keV to 10 keV (90% C.L.), i.e. so, et al. say in Fig. \ref{a}, $5\,x$ km."),
        (r"They don\'t read the Qur\'an; it\'s \"open\".", "They don't read the Qur'an; it's \"open\"."),
        ("DNA---RNA and the A--T pair", "DNA—RNA and the A–T pair"),
        (r"Cells of \emph{E. coli} grow \textbf{very \textit{fast}}.", "Cells of E. coli grow very fast."),
        (r"A {\em clear} gain of 5\% in {\bf R\&D}", "A clear gain of 5% in R&D"),
        (r"Code is at \url{https://a.org/x\_y}.", "Code is at https://a.org/x_y."),
        (r"See \href{https://a.org}{the page}.", "See the page."),
        (r"\textit{As was known~\cite{lee}.} So", "As was known. So"),
        ("It is known\n\\cite{lee}. So", "It is known. So"),
        (r"M\"obius, na{\"i}ve Fr\'echet of R{\'e}v\'{e}sz, Djokovi\'{c}, It\^o, na\"{\i}ve", "Möbius, naïve Fréchet of Révész, Djoković, Itô, naïve"),
        (r"Erd{\H o}s, {\v{S}}mid, Fran\c{c}ois, S{\o}ren, \AE{}on, 5 \AA\ and {\ss}", "Erdős, Šmid, François, Søren, Æon, 5 Å and ß"),
        (r"i.e.,~it, Sec.~3, Table~3, nets~(CNNs), 5~km, the~\ref{a} of~this", r"i.e., it, Sec. 3, Table 3, nets (CNNs), 5 km, the \ref{a} of this"),
        ("It is---so---known, or --- as said -- known, on pages 5--9 (Lee--Ito).", "It is—so—known, or — as said – known, on pages 5–9 (Lee–Ito)."),
        (r"a \underline{b}oundary", "a boundary"),
        ("deep~nets of $a$", "deep nets of $a$"),
        (r"Gulls eat fish~\cite{lee2001,ito}, and crabs \citep[p.~3]{lee}.", "Gulls eat fish, and crabs."),
    ],
)  # fmt: skip
def test_tex_is_read_as_what_it_prints(typed: str, printed: str) -> None:
    assert strip_tex(typed) == strip_tex(printed) == printed


@pytest.mark.parametrize(
    "text",
    [
        r"as shown in \cite{lee}, and by \citet{ito} too",
        r"unlike \cite{lee}, gulls fly",
        r"$\frac{a}{b} \sim \mathbf{x}_i$ for \alpha",
        r"starting with \cite{lee} has",
        r"$k_\textit{max} = 5\%$ of $$a \& b$$ and \(x\_1\) \[\textbf{a} \\[2pt] b\]",
        r"a \\& b and \{\bf x\}",
        r"C:\temp\new and a\b",
        r"\emph{open",
        r"\"open\", O\'Neil, \'so\', \.The, a\~b and \c{q}",
        "GAT--TACA and ATG---CCA with ACG-----T",
        r"$60 {\AA}$ of ${\o}d$, $1^-),~0^+$, Mdot~0.1, width \Gamma~74 MeV",
        "~5 km, z~2, a mass~5 kg, height~weight, f(x)~g(x), 10~20, ~/home and a.org/~me",
        "a width,~2 mm, and the heat:~37 °C;~20% more (e.g.,~5), x1~sex",
        r"$\bar{x}\ y$ of $a$",
        "run --force or -- alone, + or -- and -), a<!--b-->, x--, +,--,-, https://a.org/b--c, |---|---|, $a--b$",
    ],
)
def test_what_is_no_setting_of_text_stays(text: str) -> None:
    assert strip_tex(text) == text


DOCUMENT = r"""\documentclass[a4paper]{article}
\usepackage{amsmath}
\begin{document}
\title{Gulls}
\author{Ada Lee\thanks{So.}}
\maketitle
\begin{abstract}
Gulls eat fish \citep{lee, ito} of the sea, 5\% of it.
% so it is
\end{abstract}
\section{Food}
\begin{figure*}[t] \caption{A gull.} \end{figure*}
They eat:
\begin{itemize}
\item[fish] of the sea,
\item crabs.
\end{itemize}
So \begin{equation} a = b \end{equation} is.
\bibliography{refs}
\end{document}
The end."""


def test_the_frame_of_a_document_goes_and_its_parts_are_paragraphs() -> None:
    ((one,), _) = clean([Snippet("", DOCUMENT)], min_words=0)
    assert one.text == (
        "Gulls\n\nGulls eat fish of the sea, 5% of it.\n\nFood\n\nThey eat:\n\n• fish of the sea,\n• crabs.\n\n"
        r"So \begin{equation} a = b \end{equation} is."
    )
    assert clean([one], min_words=0)[0] == (one,)


@pytest.mark.parametrize(
    "text", [r"Write \documentclass{article} first.", r"\begin{matrix} 5\end{matrix}", "50\n% of it"]
)
def test_what_is_no_frame_stays(text: str) -> None:
    assert strip_tex(text) == text


def test_what_costs_dollars_is_no_formula() -> None:
    assert strip_tex(r"from $5, 5\% more, to $10") == "from $5, 5% more, to $10"


def test_a_heading_of_tex_does_not_run_into_its_text() -> None:
    text = "\\section{Uses}\n\\label{sec:u}\nGulls are\nused."
    ((one,), _) = clean([Snippet("", text, title=r"On \emph{gulls}", authors=(r"M\"uller, B.",))], min_words=0)
    assert (one.title, one.authors) == ("On gulls", ("Müller, B.",))
    assert one.text == "Uses\n\nGulls are used."


def test_tex_takes_linear_time() -> None:
    begun = time.process_time()
    for piece in (
        r"\emph{",
        r"\footnote{",
        r"\footnote{a{b}",
        r"\ie\ 5\,",
        r"{\em ",
        r"a~\cite{",
        r"\section{a",
        "\\",
        r"\emph{a}",
        r"\cite[a",
        r"\documentclass ",
        r"\begin{figure}",
        r"\begin{figure}\begin{table}",
        r"\begin{abstract}[",
        r"\item [a",
        r"\item\title{",
        r"\author{a{",
        "a \\citep{",
        r"\(",
        r"\[ a",
        "$a",
        "a \n",
        "~a",
        "a~",
        "--",
        "a--",
        " -- ",
        "{\\'",
        "\\c{a",
        "https://",
        "Aa~",
    ):
        strip_tex(piece * 30_000 + "\\")
    assert time.process_time() - begun < 8
