"""Abbreviations: whether a full stop belongs to the word before it, so that the sentence goes on.

Where a sentence ends otherwise is the business of ``sentences``.
"""

from __future__ import annotations

import re

# Abbreviations that lead on to what they abbreviate; a sentence practically never ends with one.
_LEADS_ON = frozenset(
    """e.g i.e viz cf vs fig figs eq eqs eqn eqns ref refs tab sec sect sects chap chs vol vols no nos pp p para
    ca approx resp dr mr mrs ms prof st mt ft gen col sen gov lt capt sgt rev hon messrs mme jan feb mar apr jun jul
    aug sep sept oct nov dec suppl ed eds esp incl excl max min avg est dept univ var subsp ssp cv aka a.k.a s.d s.e
    r.m.s w.r.t acc def thm lem prop cor ex appx""".split()
)
# Words of that list that are plain words as well: they abbreviate before a number ("no. 5") or with a capital.
_ONLY_BEFORE_NUMBERS = frozenset("no nos p ed ex tab ft min max est prop def acc para fig var sec ref cor".split())
_ONLY_CAPITALISED = frozenset("mar jan dec sen gov gen col rev hon mt st jun jul sep".split())
_TITLES = frozenset("dr mr mrs ms prof".split())  # "ms" is milliseconds, "MS" a disease
# Abbreviations that stand inside a sentence as easily as at its end: the next word decides.
MAY_END = frozenset(
    """al sp spp spec etc inc ltd co corp jr sr bros assoc chem phys biol lett proc natl acad sci soc am int ann nat
    mol res environ appl astrophys astron math eng mater biochem biophys physiol pharmacol microbiol clin exp genet
    geophys comput psychol j opt philos trans bull jour cell med immunol neurosci ecol evol bot zool geol mech ind
    hum dev curr opin adv org inorg anal electrochem surf acta commun quant radiat nucl instrum meth wash calif mass
    conn""".split()
)
_WHEN_CAPITALISED = MAY_END - frozenset("al sp spp etc inc ltd co corp jr sr bros".split())
# Words that a sentence begins with; behind an abbreviation they say that the one before has ended.
_OPENERS = frozenset(
    """the a an this that these those it its they their he she his her we our i you there here in on at by to from for
    with without within under over after before during since until while when where whereas although though because
    if unless as however therefore thus hence moreover furthermore also then such some many most several few all
    both each every other others another one two three no not but and or so yet what which who why how is are was
    were do does did can could according among between through despite unlike like given using based
    once only even today finally first second third instead rather indeed similarly consequently meanwhile
    additionally further nevertheless nonetheless""".split()
)
_PARTS_OF_SPEECH = frozenset("n v vb vt vi adj adv".split())
# A capital letter after one of these is a name of its own ("vitamin C", "type I"), not somebody's initial.
_LETTERED = frozenset(
    """vitamin hepatitis type types group factor phase point class influenza complex case option plan panel part region
    domain chain strain plate stage state compound reagent product site zone layer side area level grade model method
    sample curve line system set list pathway form protein globulin immunoglobulin photosystem appendix""".split()
)
_WORD_BEFORE = 24  # characters; no abbreviation is longer
_NUMBERED = re.compile(
    r"[A-Z]{1,4}[-–]?\d|(?:[IVX]{2,5}|[VX]|One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten)\b"
)  # "No. IV", "No. AB12"; "No. Even if" answers
FIRST_WORD = re.compile(r"[^\W\d_]{1,40}")
_LIST_NUMBER = re.compile(r"\s*[(\[]?(?:\d{1,3}(?:\.\d{1,3}){0,3}|[A-Za-z]|[ivxIVX]{1,5})")


def abbreviates(text: str, at: int, start: int, following: str) -> bool:
    """Whether the stop at ``at`` belongs to an abbreviation, an initial or a list number, so that the sentence, which
    begins at ``start``, goes on; ``following`` is the text behind the stop, its first word at least."""
    word = word_before(text, at)
    if not word:
        return False
    if at - start <= 12 and _LIST_NUMBER.fullmatch(text, start, at) and following[:1] != ";":
        return True
    if leads_on(text, at, following) or _is_part_of_speech(text, at, start, word):
        return True
    opener = FIRST_WORD.match(following)
    opens = opener is not None and opener.group().lower() in _OPENERS
    if len(word) == 1 and word.isalpha():
        return _is_initial(word, text[max(start, at - 26) : at - 1].rstrip(), following, opens)
    lower = word.lower()
    if "." in word and _DOTTED.fullmatch(word):
        return not opens and lower not in _ERAS
    if lower in ("etc", "co", "corp"):
        return not (following[:1].isupper() and (opens or lower == "etc"))
    if lower in MAY_END and (word[0].isupper() or lower not in _WHEN_CAPITALISED):
        return not opens
    return False


def _is_part_of_speech(text: str, at: int, start: int, word: str) -> bool:
    """Whether a dictionary says of what kind its entry is: "Soot: n. Any powder", "Soot (n.) Any powder", "Soot, n. Any
    powder" where no more than the entry stands before."""
    if word not in _PARTS_OF_SPEECH:
        return False
    before = text[max(0, at - len(word) - 2) : at - len(word)]
    return before == ": " or before[-1:] == "(" or _ENTRY.fullmatch(text, start, at - len(word)) is not None


_ENTRY = re.compile(r"\s*[A-Z][^\W\d_]+(?:[ -][a-z]{3,}){0,2}, ")


def _is_initial(letter: str, before: str, following: str, opens: bool) -> bool:
    """Whether a letter with a stop is somebody's initial, and not the end of a name ("vitamin C"), a unit or a
    formula; a small one stands for a word before a number, or for "versus"."""
    if not letter.isupper():
        return following[:1].isdigit() or (letter == "v" and following[:1] != ";")
    if before.endswith(("°", "−", "-", "–", "=", "+", "/", "'", "’")):
        return False
    if (before[-1:].isdigit() and not _IN_YEAR.search(before)) or _LISTED.search(before):
        return False
    last = before.rsplit(None, 1)[-1] if before else ""
    is_name = before[-1:] == "." or (before[-1:] == "," and last[:1].isupper())
    if following[:1] == ";":  # "coenzyme A.; After …" is a list, "Smith, J.; Lee, K." are names
        return is_name or not last or (last.isalpha() and last[0].isupper())
    if last.lower().strip("(") in _LETTERED or _is_lettered(last, following):
        return False
    return not (opens and bool(last.strip("(")) and not is_name)


def _is_lettered(last: str, following: str) -> bool:
    """Whether a word takes a letter for its name or its value ("at point P. Waves come", "were graded A. Trees grow"),
    and is nobody whose initial that may be ("the chemist A. Lee found", "with A. Lee")."""
    if not (last.isalpha() and last.islower()) or _BEGINS_SENTENCE.match(following) is None:
        return False
    return last in _VALUED or not (last in _OPENERS or last in _BEFORE_NAMES or _SOMEBODY.search(last))


_BEGINS_SENTENCE = re.compile(r"[A-Z][a-z]{2,} (?!and\b|et\b|or\b)[a-z]")
_VALUED = frozenset("graded rated marked scored labelled labeled classed designated denoted".split())
# No noun that a letter names: what leads to somebody, and who that may be.
_BEFORE_NAMES = frozenset(
    """of off per via except toward towards around against near about upon behind beyond than whom whose see
    thank thanks cite cites contact met told says said wrote asked late saint colleague colleagues student students
    professor author authors professors doctor friend friends brother sister wife husband son daughter father mother
    uncle aunt king queen prince president pope bishop general captain judge chief coach nurse lord sir dame poet
    architect critic athlete attorney candidate young old great famous former includes features stars involves quotes
    credits genus species""".split()
)
_SOMEBODY = re.compile(r"(?:\w\w(?:ist|ian|er|or|ess|ee|man|men)s?|ed|ing|ly|\b\w{1,2})$")


_LISTED = re.compile(r"(?:^|[\s(])[A-Z],? (?:and|or)\Z")  # "types A, B and C. Children …"
_IN_YEAR = re.compile(r"\b[Ii]n [12]\d{3}\Z")  # "In 1911 E. Rutherford", but "at 1911 K."
_ERAS = frozenset("b.c a.d c.e b.c.e a.m p.m".split())  # a name hardly ever follows them
_DOTTED = re.compile(r"(?:[A-Za-z]{1,2}\.){1,5}[A-Za-z]{1,2}")


def leads_on(text: str, at: int, following: str) -> bool:
    """Whether the word before the stop at ``at`` abbreviates something that is named behind it ("Fig. 3", "Dr.
    Lee")."""
    word = word_before(text, at)
    lower = word.lower()
    if word in ("FIG", "FIGS"):  # as patents write it
        return following[:1].isdigit()
    if lower not in _LEADS_ON or (word.isupper() and len(word) > 1 and "." not in word):
        return False
    if following[:1].isdigit():
        return True
    if lower in _ONLY_CAPITALISED or lower in _TITLES:
        return word[0].isupper()
    if lower == "no":
        return word[0].isupper() and _NUMBERED.match(following) is not None
    return lower not in _ONLY_BEFORE_NUMBERS or word[0].isupper()


def word_before(text: str, at: int) -> str:
    """The word that ends at ``at``, inner dots included ("e.g", "U.S", "Fig"); empty after a bracket or a mark."""
    begin = at
    floor = max(0, at - _WORD_BEFORE)
    while begin > floor and (text[begin - 1].isalnum() or text[begin - 1] == "."):
        begin -= 1
    return text[begin:at].lstrip(".")
