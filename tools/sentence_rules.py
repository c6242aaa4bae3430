"""Rules for sentences that are to stand on a page verbatim, away from the text they were cut from.

A table of named rules says what a reader would object to; two predicates say which sentences lean on the one before
them. Whether a sentence is relevant, true or new is decided elsewhere; stories are told apart on whole snippets
(``stories``), definitions in ``definitions``.

Every pattern is linear: no quantifier inside a quantifier, and each is tried only where one of its cue words occurs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from castalia.tools.words import FUNCTION_WORDS, stem

SHORTEST = 8  # words; below it a sentence says too little
LONGEST = 48  # words; above it a sentence is a list or a paragraph


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence made ready for the rules: as it stands, in lower case, its pieces between spaces, its words.

    ``words`` are lower-case runs of letters, digits, inner apostrophes and hyphens; ``bag`` is their set, in which a
    hyphenated word counts whole.
    """

    text: str
    lower: str
    pieces: tuple[str, ...]
    words: tuple[str, ...]
    bag: frozenset[str]


@dataclass(frozen=True, slots=True)
class Rule:
    """One objection: its name, one line that says why, and when it applies.

    ``cues``, where given, are words of which one has to occur before ``trips`` is asked at all. A ``soft`` rule is a
    reservation: it costs a sentence some of its rank, not its place.
    """

    name: str
    reason: str
    trips: Callable[[Reading], bool]
    cues: frozenset[str] | None = None
    soft: bool = False


def objections(sentence: str) -> tuple[str, ...]:
    """The names of the rules that a sentence trips, in the order of the table; empty: it may stand on a page.

    Leaning on the sentence before is not among them: ask ``is_dependent`` and ``is_chain``.
    """
    return _tripped(sentence, soft=False)


def reservations(sentence: str) -> tuple[str, ...]:
    """The names of the soft rules that a sentence trips: it may stand, but a better one should be preferred."""
    return _tripped(sentence, soft=True)


def is_dependent(sentence: str) -> bool:
    """Whether a sentence needs the one before it (It, These, However, For example, …) and may be glued to it."""
    reading = read(sentence)
    words, lower = reading.words, reading.lower
    if not words:
        return False
    if words[0] in _LEANING_FIRST and not (words[0] == "it" and _EMPTY_IT.match(lower)):
        return True
    if words[0] == "both" and "and" not in words[1:8]:
        return True
    return (
        any(word in _PRONOUNS for word in words[1:_PRONOUN_WORDS])
        or _PRONOUN_AFTER_SCENE.match(lower) is not None
        or words[-2:] == ("as", "well")
        or words[-1] in _LEANING_LAST
        or _LEANING_OPENING.match(lower) is not None
        or _points_back(words)
        or _tells_of_somebody(reading)
        or _LEANING_ASIDE.search(lower[:_OPENING_CHARACTERS]) is not None
        or ("similar" in reading.bag and _SIMILAR_TO_WHAT.search(lower) is not None)
    )


def is_chain(sentence: str) -> bool:
    """Whether a sentence is a link of a list (Finally, Second, Another, …) whose other links are elsewhere."""
    return _CHAIN.match(sentence.lower()) is not None


def definite_subject(sentence: str) -> str | None:
    """The noun phrase of a subject "the + noun" that nothing in its sentence explains, without "the"; else None.

    "The leading model wins" gives "leading model": unless the page has named a model before, a reader asks which one.
    Subjects explained on the spot give None: by a complement ("the structure of DNA"), a clause ("the cells that …"),
    an apposition ("the femur, or thigh bone"), or a name ("the Krebs cycle").
    """
    match = _DEFINITE.match(sentence)
    if match is None:
        return None
    run: list[str] = []
    for piece in sentence[match.end() : match.end() + _PHRASE_CHARACTERS].split()[: _LONGEST_PHRASE + 1]:
        if piece.startswith("("):
            return _without_verb(run, "")
        word = piece.strip("“”\"'‘’()").rstrip(",;:.")
        lower = word.lower()
        if lower in _PHRASE_ENDS or (lower.endswith("ly") and run):
            return _without_verb(run, lower)
        if word[:1].isupper() or piece.startswith(("“", '"', "‘")):
            return None
        run.append(word)
        if piece.endswith((",", ".", ";", ":")):
            verb = next((place for place, one in enumerate(run) if place and one.lower() in _VERBS), 0)
            return " ".join(run[:verb]) or None
    return _without_verb(run[:_LONGEST_PHRASE], "")


def coined_subject(sentence: str) -> str | None:
    """The name with capitals inside it, or in capitals throughout, that a sentence opens with; None if it has none.

    "EasyJudge uses …", "CCK travels …": a reader of the page asks what that is, unless the page, or enough of the corpus,
    knows the name. A name that the sentence spells out in brackets ("BAL (…)") gives None.
    """
    match = _COINED.match(sentence)
    if match is None or sentence.startswith(" (", match.end()):
        return None
    return match[1]


def read(sentence: str) -> Reading:
    """A sentence made ready for the rules; linear in its length."""
    lower = sentence.lower().replace("’", "'")
    words = tuple(_WORD.findall(lower))
    return Reading(sentence, lower, tuple(sentence.split()), words, frozenset(words))


def _tripped(sentence: str, soft: bool) -> tuple[str, ...]:
    reading = read(sentence)
    always, cued = _index(soft)
    found = {place for place, rule in always if rule.trips(reading)}
    for word in reading.bag & cued.keys():
        for place, rule in cued[word]:
            if place not in found and rule.trips(reading):
                found.add(place)
    return tuple(dict.fromkeys(RULES[place].name for place in sorted(found)))


@lru_cache(maxsize=2)
def _index(soft: bool) -> tuple[tuple[tuple[int, Rule], ...], dict[str, tuple[tuple[int, Rule], ...]]]:
    """The rules that are always asked, and those of each cue word, with their places in the table."""
    chosen = [(place, rule) for place, rule in enumerate(RULES) if rule.soft == soft]
    cued: dict[str, tuple[tuple[int, Rule], ...]] = {}
    for place, rule in chosen:
        for word in rule.cues or ():
            cued[word] = (*cued.get(word, ()), (place, rule))
    return tuple(one for one in chosen if one[1].cues is None), cued


# ---- what the rules look for ----

_WORD = re.compile(r"[^\W_]+(?:['\-–][^\W_]+)*")
_NUMBER = re.compile(r"\d")


def _finds(pattern: str) -> Callable[[Reading], bool]:
    search = re.compile(pattern).search
    return lambda reading: search(reading.lower) is not None


def _finds_as_written(pattern: str) -> Callable[[Reading], bool]:
    search = re.compile(pattern).search
    return lambda reading: search(reading.text) is not None


def _pairs(phrases: str) -> frozenset[tuple[str, str]]:
    """Two-word phrases, parted by slashes or lines."""
    return frozenset((first, second) for first, second in (one.split()[:2] for one in re.split(r"[/\n]", phrases)))


def _holds(pairs: frozenset[tuple[str, str]]) -> Callable[[Reading], bool]:
    return lambda reading: not pairs.isdisjoint(zip(reading.words, reading.words[1:], strict=False))


def _cues(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _starts_small(reading: Reading) -> bool:
    first = reading.text.lstrip("\"'“‘([")[:12].strip()
    if not first:
        return True
    if first[0].isupper() or first[0].isdigit():
        return False
    word = first.split(None, 1)[0]
    return not (
        first[0].isalpha() and any(letter.isupper() or letter.isdigit() or "α" <= letter <= "ω" for letter in word)
    )


def _ends_open(reading: Reading) -> bool:
    text = _CITATIONS_AT_END.sub("", reading.text[-80:]).rstrip("\"'”’)]» 0123456789,–") if reading.text else ""
    return not (text.endswith(".") and not text.endswith(("..", ":.")))


_CITATIONS_AT_END = re.compile(r"\[[\d,;–\- ]{1,40}\]\s*$")


def _unbalanced(reading: Reading) -> bool:
    text = reading.text
    return (
        text.count("(") != text.count(")")
        or text.count("[") != text.count("]")
        or text.count("“") != text.count("”")
        or text.count('"') % 2 == 1
    )


def _quotes_at_length(reading: Reading) -> bool:
    text = reading.text
    if "“" not in text and '"' not in text:
        return text[:1] in "‘'"
    return any(len(span.split()) > _LONGEST_QUOTATION for span in _QUOTED.findall(text))


_LONGEST_QUOTATION = 9  # words
_QUOTED = re.compile(r"[“\"]([^“”\"]*)[”\"]")


def _digresses(reading: Reading) -> bool:
    text = reading.text
    if "(" not in text and text[:1] != "[":
        return False
    if text.startswith(("(", "[")):
        return True
    return any(
        len(span.split()) > _LONGEST_PARENTHESIS or _ASIDE_OPENS.match(span.lower()) or _STOP_INSIDE.search(span)
        for span in _PARENTHESISED.findall(text)
    )


_LONGEST_PARENTHESIS = 18  # words
_PARENTHESISED = re.compile(r"\(([^()]*)\)")
_STOP_INSIDE = re.compile(r"[a-z]{3}\. [A-Z]")
_ASIDE_OPENS = re.compile(
    r"(?:see|recall|note|remember|refer|actually|in fact|by the way|this|these|it|they|but|as (?:shown|discussed|described|we)|we"
    r"|you|described|discussed|shown|profiled|also see|for (?:more|details|further)|notice|more about|not to be confused|hint)\b"
)


def _calculates(reading: Reading) -> bool:
    """An equation, or so many symbols that the sentence is one in disguise."""
    text = reading.text
    if "=" in text or "\\" in text or _VECTOR.search(text) is not None:
        return True
    return not _MATHEMATICAL.isdisjoint(text) and sum(1 for sign in text if sign in _MATHEMATICAL) >= _MANY_SYMBOLS


_VECTOR = re.compile(r"\w→")
_MANY_SYMBOLS = 3
_MATHEMATICAL = frozenset("+×÷±≤≥≈≠≡∝∞∫∑∏√∂∇→←↔⇌⟶^_<>∼·⋅∈∀∃⟨⟩|")


def _is_table_row(reading: Reading) -> bool:
    if _NUMBER.search(reading.text) is None:
        return False
    numbers = sum(1 for piece in reading.pieces if _NUMBER.search(piece))
    return numbers >= 4 and numbers * 5 > 2 * len(reading.pieces)


def _is_merged_heading(reading: Reading) -> bool:
    """A title in capitals runs into a sentence: "Cell Walls In plants, the …"."""
    pieces = reading.pieces[:_LONGEST_TITLE]
    if _repeats_itself(reading.words):
        return True
    for place, piece in enumerate(pieces[:-1]):
        if place and piece in _STARTERS and (pieces[place + 1][:1].islower() or piece in ("Consider", "Suppose")):
            return place > 1 or pieces[0] not in _STARTERS
        if not (piece[:1].isupper() or (place and (piece in _TITLE_SMALL or piece.isdigit()))) or piece[-1] in ".,;:)":
            return False
    return False


def _repeats_itself(words: tuple[str, ...]) -> bool:
    """The first words of a sentence are often those of its heading: "Changes in prices Changes in prices can …"."""
    if words[:1] == () or words[0] not in words[2:_LONGEST_TITLE]:
        return False
    return any(words[:size] == words[size : 2 * size] for size in range(2, _LONGEST_TITLE))


_LONGEST_TITLE = 14  # words
_TITLE_SMALL = _cues("of and in the for a an to on vs. or with by from as at")
_STARTERS = _cues(
    """In The If When As For This These It Many Some There One Most Although While Because Since After Before At By To
    During Under On With From An Each All Both Two Three Several Unlike Like However Once How We You They People
    Every"""
)


def _is_shouted(reading: Reading) -> bool:
    run = 0
    for piece in reading.pieces:
        run = run + 1 if len(piece) > 3 and piece.isalpha() and piece.isupper() else 0
        if run >= 3:
            return True
    return False


def _lacks_verb(reading: Reading) -> bool:
    if any(word in _VERBS or word.endswith(_VERBAL) for word in reading.words):
        return False
    before = ""
    for word in reading.words:  # a content word right before a determiner is a verb: "currents flicker the …"
        if word in _DETERMINERS and before and before not in _PHRASE_ENDS and not before.endswith(("ing", "ly")):
            return False
        before = word
    return True


_DETERMINERS = _cues("a an the its their this these his her no some each all")


_VERBAL = ("ed", "ates", "izes", "ises", "ifies", "ens")


def _commands(reading: Reading) -> bool:
    """An imperative at the start, or after the first comma of a sentence that sets a scene ("Under …, enter the")."""
    words = reading.words
    if not words:
        return False
    first, second = words[0], words[1] if len(words) > 1 else ""
    if first in _ORDERS:
        return second not in ("of", "and", "or", "is", "are", "was")
    if first in _ORDERS_BEFORE_OBJECT:
        return second in _OBJECT_OPENS
    if first in _SETS_SCENE:
        match = _AFTER_COMMA.search(reading.lower[:_SCENE_CHARACTERS])
        if match and (match[1] in _ORDERS or match[1] in _ORDERS_BEFORE_OBJECT):
            return match[2] in _OBJECT_AFTER_COMMA
    return not reading.bag.isdisjoint(_COMMAND_WORDS) and _COMMAND_INSIDE.search(reading.lower) is not None


_COMMAND_WORDS = _cues("note recall remember notice keep see consider please let let's")
_COMMAND_INSIDE = re.compile(
    r"[;(—–:] ?(?:note|recall|remember|notice|keep in mind|see|consider)\b|\bnote that\b|\bplease\b|\bkeep in mind\b|\blet (?:us|the)\b"
)
_SCENE_CHARACTERS = 240
_AFTER_COMMA = re.compile(r"^[^,]*, (?:then |please |simply |just |first )?([a-z]{2,12}) ([a-z]{1,12})")
_ORDERS = _cues(
    """consider recall suppose imagine assume calculate compute determine identify describe explain discuss define
    remember refer visit click solve let notice choose write find draw look substitute think go try don't please
    never be do observe examine read ask give take keep make put rewrite simplify predict enter insert select
    compare verify prove derive show tell see say begin indicate differentiate evaluate convert express multiply
    divide subtract add apply fill"""
)
_ORDERS_BEFORE_OBJECT = _cues(
    """note use list name state place set plot check test search match order rank balance estimate start return turn
    call move treat include reinforce change shift review watch follow repeat sketch label work study practice
    picture listen explore complete plug count take measure combine remove answer hold press run open close pick
    spend skip cover provide summarize outline contrast analyze analyse create design arrange construct learn get
    repeat replace record report assess"""
)
_OBJECT_OPENS = _cues(
    """the a an that how what whether why which each all any this these those your our it its two three some one if to
    at on from again also only here both them in for with out up down yourself carefully around as whether when
    where"""
)
_OBJECT_AFTER_COMMA = _cues(
    "the a an that how what whether why which each any this these those your our it two some for yourself at only both"
)
_SETS_SCENE = _cues(
    """under to in if for when as from using with first next then finally before after now again by at on once second
    third also instead otherwise given since because rather based starting similarly thus therefore while step"""
)


def _names_a_person(reading: Reading) -> bool:
    """A first name alone as subject or owner ("Mark's …"): somebody of a story that is told elsewhere."""
    for place, piece in enumerate(reading.pieces[:_NAME_WORDS]):
        bare = piece.replace("’", "'")
        owner = bare.removesuffix("'s").removesuffix(",").removesuffix("'s")
        if owner.lower() not in GIVEN_NAMES or not owner.istitle():
            continue
        before = reading.pieces[place - 1] if place else ""
        after = reading.pieces[place + 1] if place + 1 < len(reading.pieces) else ""
        if place == 0 and owner == bare and owner.lower() in _ALSO_WORDS:
            continue
        titled = (place > 1 and before[:1].isupper()) or before.rstrip(".") in _TITLES
        if not titled and not after[:1].isupper() and not after[:1].isdigit() and after[:1] != "(":
            return True
    return False


_NAME_WORDS = 10
_TITLES = frozenset(("Dr", "St", "Mr", "Mrs", "Ms", "King", "Queen", "Saint", "Pope", "Emperor"))


def _speaks_as_one(reading: Reading) -> bool:
    """First person singular, and not the roman number one."""
    if not reading.bag.isdisjoint(("my", "me", "myself", "i'm", "i've", "i'll", "i'd")):
        return True
    return _FIRST_PERSON.search(reading.text) is not None


_FIRST_PERSON = re.compile(
    r"(?:^|[“\"(,;] ?|\b(?:that|and|but|if|when|what|which|as|because|so|or|then|how) )I (?:[a-z]{1,8}ly )?"
    r"(?:am|was|have|had|will|would|can|could|do|did|must|may|might|should|never|always|just|also|show|use|describe)\b"
    r"|\bI (?:[a-z]{1,8}ly )?(?:think|thought|know|knew|want|wanted|feel|felt|believe|believed|saw|see|went|go|found|find|liked?|loved?"
    r"|need|needed|say|said|get|got|dressed|walked|told|asked|remember|hope|hoped|wish|guess|discuss|argue|propose|present)\b"
)


def _says_us(reading: Reading) -> bool:
    return not reading.bag.isdisjoint(_WE) or "us" in _WORD.findall(reading.text)


_WE = _cues("we our ours ourselves we'll we've we're we'd let's")


def _starts_with_label(reading: Reading) -> bool:
    if ":" not in reading.text[:_LABEL_CHARACTERS]:
        return False
    label = _LABEL.match(reading.text)
    return label is not None and _VERBS.isdisjoint(label[1].lower().split()) and len(label[1].split()) <= _LABEL_WORDS


_LABEL_WORDS = 4
_LABEL_CHARACTERS = 50
_LABEL = re.compile(r"([A-Z][^.:()]{1,48}):(?:\s|$)")


# ---- sentences that lean on the one before ----

_PRONOUN_WORDS = 4
_OPENING_CHARACTERS = 90
_PRONOUNS = _cues("it they them its their itself themselves")  # he and she are weighed by _tells_of_somebody
_PRONOUN_AFTER_SCENE = re.compile(
    r"(?:on|at|in|during|from|after|before|over|through) (?!order\b)[^,]{3,50}, (?:it|they|its|their)\b|[^,]{1,60}, the same\b|in (?:just |much |exactly |almost )?the same way\b"
    r"|[^,]{1,40}, (?:each|both|all|some) (?:has|have|had|is|are|was|were)\b"
)
_LEANING_FIRST = _cues(
    """it they he she its their his her this these such however therefore thus hence consequently accordingly moreover
    furthermore additionally conversely nevertheless nonetheless instead meanwhile then otherwise indeed still
    specifically namely again neither alternatively subsequently likewise here collectively together afterward
    afterwards thereafter correspondingly notably importantly rather further ironically interestingly surprisingly
    unfortunately fortunately thereby therein presumably admittedly regardless most-importantly ultimately
    eventually elsewhere so"""
)
_LEANING_LAST = _cues("too also instead then likewise so either respectively alone before afterward afterwards")
_EMPTY_IT = re.compile(  # "It is known that …", "It takes two to …": this "it" stands for what follows
    r"it (?:is|was|has been|had been|may be|can be|might be|could be|would be|seems|appears|becomes)"
    r" (?:(?:also|often|now|not|generally|widely|well|thus|therefore|still|usually|sometimes|currently|commonly|long|once|very|more"
    r"|most|quite|extremely|especially|particularly|relatively|always|rarely|hardly|almost|nearly|long been|now been) ){0,2}"
    r"(?:known|believed|thought|estimated|assumed|said|argued|suggested|shown|found|recognized|accepted|agreed|established|hoped"
    r"|expected|proposed|observed|reported|noted|recommended|understood|hypothesized|speculated|demonstrated|clear|unclear|likely"
    r"|unlikely|possible|impossible|probable|important|essential|necessary|unnecessary|crucial|critical|vital|easy|easier|difficult"
    r"|hard|harder|common|uncommon|rare|unusual|typical|true|tempting|customary|worth|useful|helpful|convenient|natural|reasonable"
    r"|interesting|evident|obvious|apparent|certain|uncertain|conceivable|desirable|best|better|sufficient|safe|imperative|illegal"
    r"|legal|rational|appropriate|preferable|advisable|feasible|practical|instructive|remarkable|notable|surprising|unfortunate"
    r"|fortunate|no coincidence|no accident|no surprise|beneficial|advantageous|challenging|costly|wise)"
    r" (?:that|to|whether|how|why|who|which|when|what|for|noting|remembering|if)\b"
    r"|it (?:seems|appears|follows|happens) (?:\w+ )?(?:that|as if)\b|it takes\b|it has (?:long |often )?been (?:\w+ )?that\b"
)
_COUNTED = r"(?:two|three|four|five|six)"
_LEANING_OPENING = re.compile(
    r"(?:for (?:example|instance|that reason|both|each)|as (?:a|an) (?:result|consequence|example|rule)\b(?! of)|as such|after that"
    r"|as with|in (?:contrast|turn|fact|particular|general|short|comparison|effect|essence|reality|practice|brief|response|return"
    r"|other words|doing so|so doing|each case|both cases|all cases|some cases|either case|any case|most cases|both|each|the process)\b"
    r"(?! (?:to|with|of)\b)|in addition,|in addition to (?:its|their|this|these|his|her|being)\b|by (?:contrast|comparison|doing so|then)"
    r"|on (?:the other|one) hand|on the contrary|at (?:the same time|that|first)|that (?:is|was|said|same|way)\b|even (?:so|then|though)"
    r"|because of (?:this|these|their|its|that)|if so|if not|to do so|with it|from there|before that|since then|until then|during that"
    r"|one (?:of the (?:first|most)|of (?:these|those|them)|is|was|reason|exception|consequence|result|possibility|problem|advantage"
    r"|explanation|difference|such)\b|one (?:[\w-]+ ){1,3}(?:is|was|involves|includes|can be|has been)\b(?! one\b)"
    r"|(?:some|most|many|several|none|all|each|neither|either|both|few|much|any|two|three|one) of (?:this|these|those|them|the)\b"
    r"|(?:some|most|many|several|all|few|others?|each|both|two|three|four|five) (?:are|were|is|was|have|has|had|do|did|can|may|will)\b"
    r"|those (?:infected|affected|involved) |(?:some|many|most) other\b|all "
    + _COUNTED
    + r"\b|of (?:these|those|the "
    + _COUNTED
    + r")\b"
    r"|(?:some |other |good )?examples? (?:include|are|of (?:this|these|such))|not all (?:of )?(?:these|are)|the (?:reverse|opposite) (?:is|was|occurs|happens|also|can|may|of this)\b|the (?:latter|former|same|above"
    r"|remaining|remainder|rest|others?|answer|resulting|corresponding|" + _COUNTED + r")\b"
    r"|the (?:results?|differences?|reasons?|idea|goal|problem|effect|purpose|point|process|key|solution|outcome|procedure"
    r"|combination|entire process|final result|end result|net result|difference|question|situation|trend|pattern|method)"
    r" (?:is|are|was|were|has|had|can|may|will|begins|involves|continues|shows?)\b"
    r"|any other\b|(?:additional|more recent|more recently|later|equally|similar|different) (?!to\b)\w|similarly|among (?:them|these)"
    r"|between the two|with (?:this|these|that|both)|at (?:this|that)|to (?:this|that) end|of course|years? later|shortly|soon\b"
    r"|later,|earlier,|by (?:this|that)|there,|once (?:there|inside|this|these)|upon (?:this|doing)|while there|not (?:only|surprisingly)"
    r"|an? (?:example|exception|consequence|result|alternative|advantage|disadvantage|similar)\b(?! (?:of|to|for) (?:a|an|the)? ?\w+ (?:of|is))"
    r"|a (?:well-known|common|good|classic|famous|notable|typical|simple) example\b(?! of)|the (?:best|most) \w+ examples? is\b)"
)
_LEANING_ASIDE = re.compile(
    r"(?<!;), (?:however|therefore|thus|for example|for instance|in contrast|by contrast|on the other hand|then|too|in turn|though"
    r"|moreover|consequently|hence|instead|meanwhile|nevertheless|nonetheless|in fact|indeed|likewise|of course|conversely"
    r"|furthermore|as a result|in addition|similarly|accordingly),"
    r"|^[^,;]{1,60} (?:therefore|thus|hence|consequently|however) "
)
_SIMILAR_TO_WHAT = re.compile(r"\ba similar [\w-]+ ?(?!to\b|as\b|[\w-]+ (?:to|as)\b)")
_CHAIN = re.compile(
    r"(?:finally|lastly|second|secondly|third|thirdly|fourth|fifth|first|firstly|next|last),|(?:secondly|thirdly|lastly|finally) "
    r"|(?:another|also|similarly|besides|overall|other|others|a (?:second|third|fourth|final|further|related|more recent))\b"
    r"|(?:the|their|its|his|her) (?:second|third|fourth|fifth|next|last|final|other) (?!law\b|order\b|world\b|generation\b)"
    r"|(?:altogether|taken together|to summarize|in summary|in conclusion|to conclude|in short|in sum|all in all|on the whole)\b"
    r"|(?:still|yet) (?:another|others)\b|at last\b|one (?:more|last|final)\b|in a (?:second|third|similar|different|related)\b"
    r"|as (?:another|a final|a second)\b|along (?:the same|these|similar) lines\b|to begin with\b|for starters\b"
    r"|unlike (?:this|these|those|its|their|other|the other|most)\b|(?:aside|apart) from (?:this|these)\b"
)


def _points_back(words: tuple[str, ...]) -> bool:
    """Whether "this", "these", "those" or "such" refers to something that the sentence itself has not named."""
    for place, word in enumerate(words[:-1]):
        if word not in _POINTING:
            continue
        following = words[place + 1]
        early = place <= _OPENING_WORDS
        if word == "such" and following == "as":
            continue
        if word == "such" and not early and (following in _SUCH_OPENS or not following.endswith("s")):
            continue
        if word == "those":
            if early and not _explains(following):
                return True
            continue
        if not early and following in _OF_ITSELF:
            continue
        named = {stem(one) for one in words[:place]}
        meant = [one for one in words[place + 1 : place + 3] if one not in FUNCTION_WORDS]
        if all(stem(one) not in named for one in meant):
            return True
    return False


_SUCH_OPENS = _cues("as that a an is was")
_POINTING = _cues("this these those such")


def _explains(following: str) -> bool:
    """Whether a word after "those" says which ones."""
    return following in _THOSE_EXPLAINED or following.endswith(("ed", "ing"))


_OPENING_WORDS = 7
_THOSE_EXPLAINED = _cues(
    "who with of in that which whose from for on at without to made seen under between near outside above found known"
)
_OF_ITSELF = _cues(
    """process processes way ways effect effects case cases phenomenon mechanism condition conditions property
    properties is are was were can may has have means allows makes leads results causes type types kind of one and
    or in for"""
)


def _tells_of_somebody(reading: Reading) -> bool:
    """Whether he or she stands for nobody in the sentence."""
    if reading.bag.isdisjoint(_PERSONAL):
        return False
    for place, piece in enumerate(reading.pieces):
        bare = piece.strip("(“\"'").lower().replace("’", "'")
        if place and piece[:1].isupper() and piece[1:2].islower() and bare not in _PERSONAL:
            return False  # a name comes first
        word = bare.rstrip('.,;:)"”')
        if word.removesuffix("'s") in _SOMEBODY:
            return False
        if word in _PERSONAL:
            return not (
                place <= 6 and _NAME_FOLLOWS.search(" ".join(reading.pieces[place + 1 : place + 12])) is not None
            )
    return False


_PERSONAL = _cues("he she him his her hers himself herself")
_NAME_FOLLOWS = re.compile(r", (?:the [a-z ]{1,40})?[A-Z][a-z]+ [A-Z][a-z]")
_SOMEBODY = _cues(
    """person individual patient someone somebody anyone everyone one child infant baby mother father parent woman man
    girl boy student worker adult consumer employee teacher physician doctor scientist researcher user speaker
    listener learner writer reader author observer therapist client victim offender president king queen emperor
    human fetus newborn toddler adolescent teenager husband wife son daughter member participant subject host
    carrier leader driver buyer seller buyer's owner player monk priest pope philosopher physicist chemist
    astronomer biologist psychologist economist sociologist naturalist"""
)

# ---- subjects that a reader would ask about ----

_DEFINITE = re.compile(
    r"The (?=[a-z])|(?:In|At|On|During|After|Before|When|For|From|With|Under|As|Over) [^,]{1,60}, the (?=[a-z])"
)
_LONGEST_PHRASE = 5  # words
_PHRASE_CHARACTERS = 200
_COINED = re.compile(
    r"(?:[A-Z][a-z][^,]{1,80}, )?(?:[Tt]he )?((?=[\w-]{0,30}[A-Z0-9])[A-Z][\w-]{0,30}[A-Z][\w+-]{0,30})\b"
)
_PREPOSITIONS = _cues(
    """of in on at by to from for with without within under over between among through during before after against
    about across along around behind beside beyond into onto upon toward towards via per near above below inside
    outside like that which who whom whose where when why how than called known named referred termed"""
)
_PHRASE_ENDS = _PREPOSITIONS | _cues(
    """is are was were be been being am has have had do does did can could may might must will would shall should
    cannot the a an this these those and or but as if because it they he she we not also often never always then so
    there however therefore thus no all both each only even just more most usually still now too some any its their
    his her while""",
)


def _without_verb(run: list[str], stop: str) -> str | None:
    """The noun phrase of a run of words that ends before ``stop``; None where a complement or clause explains it."""
    if not run:
        return None
    last = run[-1].lower()
    verb = len(run) > 1 and (last in _VERBS or last.endswith("ed"))
    if (stop in _PREPOSITIONS and not (verb and stop != "of")) or stop in ("and", "or") or last.endswith("ing"):
        return None
    return " ".join(run[:-1] if verb and (stop not in _BE or last.endswith("ed")) else run)


_BE = _cues("is are was were be has have had can could may might must will would shall should cannot do does did")

# ---- words ----

_VERB_STEMS = _cues(
    """absorb accelerate accept accompany account accumulate achieve acquire act activate adapt add address adjust
    adopt affect agree aid aim allow alter analyze appear apply approach argue arise assert assess assist assume
    attach attack attempt attract avoid base bear become begin behave believe belong bend benefit bind block boil
    bond branch break breathe bring build burn buy calculate call carry catch categorize cause change choose
    circulate claim classify cling code coincide collect collide combine come comprise concern condense conduct
    confer connect conserve consider consist constitute consume contain continue contract contribute control convert
    cool correspond cover create cross cut damage deal decay decide decline decrease defend define deliver demand
    demonstrate depend deposit derive describe destroy detect determine develop die differ diffuse digest diminish
    disappear discover display dissolve distinguish divide dominate draw drive drop earn eat eliminate emerge emit
    employ enable encode encompass encounter encourage end engage enhance enjoy ensure enter equal erupt escape
    establish evolve examine exceed exchange excite exclude exert exhibit exist expand expect experience explain
    exploit explore expose express extend face facilitate fail fall favor feed feel fight fill filter find fit float
    flow focus follow force form function fuse gain generate get give glow go govern grow handle happen harm have
    heal hear heat help hold hope house identify illustrate impact imply improve include incorporate increase
    indicate induce infect influence inhibit initiate integrate interact interfere introduce invade involve join
    keep kill know lack last lead learn leave lend let lie limit line link live locate lose lower maintain make
    manage manifest mark match matter mature mean measure mediate melt migrate mix modify modulate move multiply
    need number observe obtain occupy occur offer operate oppose orbit originate oscillate oversee own oxidize
    participate pass pay penetrate perceive perform persist place play point pose possess precede predict prefer
    prepare present preserve prevent proceed process produce project promote propagate propose protect prove provide
    publish pull pump push radiate raise range reach react read receive recognize record recover reduce refer
    reflect refract regulate relate relax release rely remain remember remove render repel repeat replace replicate
    represent reproduce require resemble reside resist respond rest result retain return reveal rise rotate run
    satisfy say scatter search secrete see seek seem select sell send separate serve set shape share shed shift show
    shrink shut signal sink slide slow solve span speak specify spend spin split spread stand start state stay stem
    stick stimulate stop store strengthen stretch strike study suffer suggest supply support surround survive
    sustain swell take target tell tend test think threaten tie transfer transform translate transmit transport
    travel treat trigger try turn undergo understand unfold use utilize value vary vibrate view want warm wear weigh
    win work write yield ask assemble attend await capture cite code compete compute concentrate constrain convey
    correlate cost criticize decompose degrade delay delineate depict disrupt echo elicit emphasize entail evaluate
    feature flourish guide highlight hinder hinge hydrolyze innervate interpret investigate justify lag land
    leverage look man mimic monitor negotiate note outline outweigh overlap pertain pivot portray presuppose
    question rank reject remind rule rupture seal shorten simulate store struggle substitute tap tax transcend
    underlie vanish vote wane widen worsen articulate arch attest bulge cease coat coexist cohere commit confirm
    confront consolidate contend contradict contrast cool crystallize culminate curve deepen defy deny descend
    detach deviate dictate differentiate dilate disagree discourage discriminate disperse dissipate dissociate
    distort drain drift dwell elaborate embody empty enclose ensue envision epitomize evaporate evoke exemplify
    exhaust expel explode fade ferment flatten fluctuate foster freeze fuel glide harbor hatch hide hit ignite
    illuminate inherit insert insist instruct intersect isolate jump lengthen loosen lubricate lyse merge metabolize
    mineralize narrow neutralize nourish obey overcome parasitize peak perish permeate pinch posit postulate predate
    prescribe presume prevail prey proliferate prolong protrude pulsate quantify ramify reabsorb rearrange reign
    reinforce relay relieve remodel reorganize repair resonate restore restrict reverse revolve rub sample saturate
    sever signify situate speed stabilize stipulate straddle stress strip suffice summarize supplement suppress
    surpass swim switch symbolize synthesize taper terminate thrive tilt touch transcribe transect traverse unite
    unwind uphold urge vanish vent violate wash compose service cushion flicker weigh trade experiment enlarge
    tolerate incur oscillate bridge buffer button dominate govern house span line weaken withdraw withstand wrap"""
)
_PAST_FORMS = _cues(
    """arose bore became began bent bound broke brought built burnt bought caught chose came cut dealt drew drove ate
    fell fed felt fought found flew froze gave got grew went heard held hid hit kept knew laid led learnt left lent
    let lay lost made meant met paid put read rose ran said saw sought sold sent set shook shone shot showed shrank
    shut sank slid slept spoke spent spun split spread stood stuck struck swam took taught told thought threw
    understood underwent won withdrew wore wrote written known shown given taken seen made grown drawn driven fallen
    broken chosen frozen hidden worn"""
)
_AUXILIARIES = _cues(
    """is are was were be been am has have had do does did can could may might must will would shall should cannot
    isn't aren't"""
)


def _inflected(stem: str) -> tuple[str, ...]:
    if stem.endswith("y") and stem[-2] not in "aeiou":
        return stem, stem[:-1] + "ies"
    return stem, stem + ("es" if stem.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


_VERBS = _AUXILIARIES | _PAST_FORMS | frozenset(form for stem in _VERB_STEMS for form in _inflected(stem))

# First names that English prose uses alone when it tells of invented people. Names that are words, places or
# households of science on their own (May, Will, Rose, Florence, Victoria, Darwin, Curie) are left out.
GIVEN_NAMES = _cues(
    """aaron abby adam adrian aisha alan alana alejandro alex alexa alexis alice alicia alyssa amanda amber amy ana
    andrea andrew andy angela angie anita ann anna anne annie antonio ashley barbara ben benjamin beth betsy betty
    beverly bill billy bob bobby brad brandon brenda brian brittany bruce carla carlos carmen carol caroline carrie
    cassie catherine cathy charlie cheryl chloe chris christina christine christopher cindy claire clara colin
    connie courtney cynthia dan daniel danielle danny dave david dawn deborah debbie denise dennis derek diana diane
    diego donna doris dorothy doug eddie elena eliza elizabeth ellen emily emma eric erica erin ernesto esther ethan
    eva evelyn felicia fiona fernando gabriela gail george gina gloria greg gwen hank hannah harry heather helen
    holly ian irene isabel isabella jackie jacob jake jamal jamie jan jane janet janice jared jasmine jason javier
    jay jean jeff jeffrey jen jenna jennifer jenny jeremy jerry jessica jessie jill jim jimmy joanna joe joel johnny
    jon jonathan jorge jose josé joseph josh joshua joyce juan juanita judy julia julian julie justin kaitlyn karen
    kate katherine kathleen kathy katie keisha keith ken kenny kevin kim kimberly kristen kyle lakisha larry laura
    lauren leah lena leo linda lisa liz lori louise lucas lucy luis luke lydia maddie madison maggie malik marcus
    margaret maria maría marilyn marsha martha mary matt matthew megan melanie melissa mia michael michele michelle
    miguel mike miranda mohammed molly monica nadia nancy natalie natasha nathan nick nicole nina noah nora olga
    oliver olivia omar pam pamela patricia patrick patty paula pedro peggy penny peter phil phillip priya rachel
    ralph raj raul rebecca renee rhonda ricardo richard rick rita rob robert roberta robin roger ron ronald ronnie
    rosa rosie roy ruth ryan sally sam samantha samuel sandra sandy sara sarah sasha sean sharon sheila shelly
    sherry shirley sofia sonia sonya sophia sophie stacy stan stella stephanie stephen steve steven sue susan susie
    suzanne sylvia tamara tammy tanya tara ted teresa terry theresa tiffany tim timmy tina todd tom tommy tony tonya
    tracy tyrone valerie vanessa vicki vivian wanda wendy yolanda zach zachary zoe mark"""
)
_ALSO_WORDS = _cues("mark bill rob sue pat jay robin penny heather amber dawn ted jean sam jasmine holly drew gene")


LENGTHY = 36  # words
_BULLETS = frozenset("•▪■●◦‣")
_BROKEN = r"[a-z]{2}- (?!(?:and|or|to|nor|but|versus|vs|as|through|than)\b)[a-z]{2}"
_POINT_CUES = _cues("from between at point points choice like labeled labelled segment arrow")
_READER = _cues("you your yours yourself yourselves you're you'll you've you'd readers")
_I = _cues("i my me myself i'm i've i'll i'd")
_FIGURE_CUES = _cues(
    """fig figs figure figures table tables eq eqs equation equations scheme schemes plate plates diagram diagrams
    photo photos photograph photographs each dashed dotted red blue green orange purple yellow image images
    micrograph micrographs graph graphs panel panels left right top bottom center middle part parts step
    accompanying"""
)
_PLACE_CUES = _cues(
    """chapter chapters section sections subsection subsections example examples exercise exercises problem-solving
    textbook textbooks tutorial module lesson derivation discussion activity scenario demonstration book text course
    volume unit handbook summary entry appendix case clinical objective objectives key check see"""
)
_BACK_AND_FORTH_CUES = _cues(
    """above below above-mentioned aforementioned foregoing following follows here earlier previously already just next
    later shortly elsewhere detail depth will shown seen noted mentioned discussed stated described indicated
    explained illustrated depicted pictured refer referred beginning start end"""
)
_TITLE_NAMED_CUES = _cues(
    """described discussed covered explained presented introduced explored outlined profiled examined detailed
    mentioned reviewed detail read recall refer see more"""
)
_SCORE_CUES = _cues("accuracy bleu rouge score scores performance auc wer points")
_CHATTY_WORDS = _cues(
    """somehow amazing amazingly spaceship wow fun funny awesome weird crazy stuff lots guess kids grandma mommy daddy
    okay ok hey oops luckily thankfully nifty tricky incredible incredibly fantastic wonderful wonderfully delicious
    yummy messy boring gobble ain't gonna hooray silly stupid dumb happily sadly marvelous buddy pal ouch yeah hello
    huh heck homework classmate classmates suppose literally bunch spooky sneak sneaky wriggling slimy scary cute"""
)
_DATED_CUES = _cues(
    """year years month months week weeks decade decades century today now writing future tomorrow yesterday tonight
    planned scheduled expected"""
)
_CASE_CUES = _cues("his her him he she old year-old")
_EXERCISE_CUES = _cues(
    """solution solutions strategy hint answer answers exercise exercises problem example significance abstract
    keywords background conclusion conclusions method methods results objective objectives true which question step"""
)
_BOILERPLATE_CUES = _cues(
    """copyright rights commons cc cc-by interest interests supported funded corresponding manuscript permission credit
    modified adapted modification supplementary supplemental preprint acknowledge thank thanks"""
)
_SOFT_DATES = _cues(
    "today currently recently nowadays now presently recent ongoing upcoming modern-day today's current lately emerging"
)
_OPINIONS = _cues(
    """unfortunately fortunately surprisingly interestingly remarkably notably importantly remarkable surprising
    impressive interesting striking beautiful spectacular dramatic exciting huge tiny enormous famous fascinating
    maybe imagine"""
)


def _has_hole(reading: Reading) -> bool:
    """What removed figures, numbers and links leave: "in ,", "( )", "the is"."""
    lower = reading.lower
    if any(mark in lower for mark in _HOLES) and _HOLE.search(lower) is not None:
        return True
    return any(end in lower for end in _TORN_ENDS) or not _TORN.isdisjoint(
        zip(reading.words, reading.words[1:], strict=False)
    )


def _links(reading: Reading) -> bool:
    lower = reading.lower
    if "http" in lower or "www." in lower or "@" in lower or not _LINK_WORDS.isdisjoint(reading.bag):
        return True
    return _ADDRESS.search(lower) is not None or not _LINK_PAIRS.isdisjoint(
        zip(reading.words, reading.words[1:], strict=False)
    )


def _scores(reading: Reading) -> bool:
    if "%" not in reading.lower and _SCORE_CUES.isdisjoint(reading.bag):
        return False
    return _SCORE.search(reading.lower) is not None


_CASE_OWNED = re.compile(
    r"[A-Z][a-z]+['’]s (?:[\w-]+ ){0,2}(?:samples?|symptoms?|doctors?|physician|condition|chest|specimens?|parents|mother|sputum|fever)\b"
)
_CASE_ACTS = re.compile(
    r", (?:the|his|her) (?:doctor|physician|nurse|technician|therapist|patient) [a-z]{2,12}(?:s|ed)\b"
)


def _opens_case(reading: Reading) -> bool:
    lower = reading.lower
    if "year-old" in lower and _CASE_AGED.search(lower) is not None:
        return True
    if _CASE_OWNED.match(reading.text) is not None:
        return True
    return _CASE_OPENS.match(lower) is not None or _CASE_ACTS.search(lower[:_OPENING_CHARACTERS]) is not None


def _refers(reading: Reading) -> bool:
    return ". " in reading.text and _REFERENCE.search(reading.text) is not None


def _has_cue(reading: Reading) -> bool:
    """For rules whose cue words are all there is to see."""
    return bool(reading.words)


def _begins_with_conjunction(reading: Reading) -> bool:
    return bool(reading.words) and reading.words[0] in _CONJUNCTIONS and not reading.pieces[0].isupper()


_CONJUNCTIONS = _cues("and but or nor so yet plus which who whose")


def _marks_a_point(reading: Reading) -> bool:
    """ "From B to C", "at point P": letters of a drawing that is not there."""
    return _POINT.search(reading.text) is not None


_POINT = re.compile(
    r"\b(?:[Ff]rom|between) [A-Z] (?:to|and) [A-Z]\b|\b(?:[Aa]t|[Pp]oints?|choice|like|labeled|labelled|segment|arrow) [A-Z](?:\b[,.;)]| and [A-Z]\b)"
)


def _names_a_panel(reading: Reading) -> bool:
    """ "(b)" alone points into a figure; "(a) … (b) …" is a list."""
    marks = frozenset(_PANEL.findall(reading.text))
    return bool(marks) and not {"a", "b"} <= marks


_PANEL = re.compile(r"\(([a-h])\)")


def _is_contracted(reading: Reading) -> bool:
    return "'" in reading.lower and _CONTRACTED.search(reading.lower) is not None


_CONTRACTED = re.compile(r"n't\b|'(?:ll|re|ve|m|d)\b|\b(?:it|that|there|what|who|here|let|he|she|how|where)'s\b")


# ---- the table ----


def _any(*alternatives: str) -> str:
    return "|".join(alternatives)


_FIGURE = _any(
    r"\b(?:figs?\.|figures?|tables?|eqs?\.|equations?|schemes?|plates?) ?\(?(?:s?\d|[a-h]\b|above\b|below\b)",
    r"\b(?:the|this|these|each|see|our|following|next|preceding|previous|above|accompanying|adjacent) (?:figures?|diagrams?)\b",
    r"\b(?:this|these|see|our|following|next|preceding|previous|above|accompanying) (?:tables?|equations?|photos?|photographs?)\b",
    r"\b(?:the|this|these|our|accompanying) (?:photos?|photographs?|micrographs?|images?|graphs?|tables?|equations?)"
    r" (?:above|below|shows?|illustrates?|depicts?|lists?|gives?|summarizes?|here)\b",
    r"\b(?:in|from|by|on|of) the (?:tables?|photographs?|accompanying \w+)(?: above| below|[.,;)])",
    r"^(?:figures?|tables?|diagrams?|photos?|graphs?) (?:shows?|illustrates?|depicts?|summarizes?|lists?|presents?)\b",
    r"\b(?:left|right|top|bottom|upper|lower) panel|\((?:left|right|top|bottom|center|middle)\)",
    r"\b(?:part|parts|panel|panels|step|image) \(?[a-h]\b",
    r"\beach (?:\w+ )?(?:point|dot|bar|arrow|curve|symbol|row|column|box|line|circle) (?:represents|shows|indicates|marks)\b",
    r"\b(?:dashed|dotted|red|blue|green|orange|purple|yellow) (?:lines?|curves?|arrows?|dots|bars|boxes)\b",
)
_PLACE = _any(
    r"\bchapters?\b",
    r"\b(?:this|previous|next|earlier|preceding|following|above|later|final) (?:sub)?sections?\b|\b(?:sub)?sections? \d",
    r"\bthe (?:last|first|second|third) (?:sub)?section\b(?! of\b)",
    r"\b(?:this|our|previous|next|earlier|preceding|following|above) (?:\w+ )?(?:examples?|exercises?|tutorial|module|lesson)\b",
    r"\b(?:this|our|previous|earlier|preceding|following) (?:derivation|discussion|activity|scenario|demonstration)\b",
    r"\b(?:the|in the \w+) example\b(?! (?:for|par)\b)|\bproblem-solving|\btextbooks?\b",
    r"\b(?:this|the present|our) (?:book|text|course|volume|unit|handbook|summary|entry)\b",
    r"\b(?:see|in) appendix\b|\bappendix [a-z]\b|\bcase in point\b|\bcase stud(?:y|ies)\b|\bclinical focus\b",
    r"\blearning objectives?\b|\bkey (?:terms|equations)\b|\bcheck your\b|, see\b|\bsee also\b",
)
_BACK_AND_FORTH = _any(
    r"\b(?:described|mentioned|discussed|noted|shown|listed|given|outlined|seen|as|stated|defined|explained|derived|see"
    r"|introduced|presented|illustrated|indicated) (?:above|below)\b(?! (?:the|a|an|\d|it|sea|ground|average|zero|normal)\b)",
    r"\b(?:the|in) above\b(?! \d)|\babove-mentioned\b|\baforementioned\b|\bforegoing\b|\((?:above|below)\)",
    r"\bthe following\b(?! (?:days?|years?|months?|weeks?|morning|decades?|century|spring|summer|winter|generations?|two|three|few|several)\b)",
    r"\bas follows\b|\bin what follows\b",
    r"\b(?:shown|seen|given|listed|described|presented|depicted|pictured|considered|discussed|used) here\b",
    r"\b(?:earlier|later|next) in (?:this|the (?:chapter|book|text|section|course))\b",
    r"\b(?:earlier|previously|already|just) (?:discussed|mentioned|described|noted|seen|introduced|learned|stated|derived"
    r"|explained|examined|covered|saw|considered)\b",
    r"\b(?:discussed|mentioned|described|noted|introduced|seen|covered|defined|explained|derived|examined|treated|addressed"
    r"|considered|explored|presented|learned|stated|studied|saw) (?:\w+ )?(?:earlier|previously|later|next|shortly|elsewhere"
    r"|in (?:more|greater|further|some) (?:detail|depth))(?:[.,;)]| in\b| on\b)",
    r"\b(?:discussed|described|covered|explained|explored|examined) in (?:more |greater |further )?(?:detail|depth)\b",
    r"\bwill be (?:\w+ )?(?:discussed|covered|described|explained|introduced|examined|explored|considered|presented"
    r"|addressed|treated|derived)\b",
    r"\bas (?:discussed|noted|mentioned|stated|described|indicated|explained)(?:,| (?:above|earlier|before|previously|in)\b)",
    r"\bas (?:shown|seen|illustrated|depicted|pictured)(?:,| (?:above|earlier|before|previously|here|on the|in (?:part|fig"
    r"|equation|table|example|the (?:fig|left|right|table|photo|image|diagram|graph|example)))\w*\b)",
    r"\blater on\b|\brefer(?:red)? back\b|\bat the (?:beginning|start|end) of this\b",
)
_TITLE_NAMED = _any(
    r"\b(?:described|discussed|covered|explained|presented|introduced|explored|outlined|profiled|examined|detailed|mentioned"
    r"|reviewed|detail|read) in (?:The |A |An |How |What |Why )?[A-Z][a-z]+,? (?:and|of|in|the|for|to|with|[A-Z][a-z]+)\b",
    r"\((?:[Pp]rofiled|[Dd]escribed|[Dd]iscussed|[Cc]overed|[Rr]ecall|[Rr]efer|[Ss]ee|[Aa]lso see|[Mm]ore on)\b",
)
_ADDRESS = re.compile(r"\.(?:com|org|net|edu|gov|io|html)\b")
_LINK_WORDS = _cues("doi website websites webpage webpages click url")
_LINK_PAIRS = _pairs(
    """web site/web sites/web page/web pages/this video/this animation/this interactive/this simulation/this applet
    this link/this site/this article/this clip/this podcast/this blog/following video/following link/following site
    these links/these videos/video clip"""
)
_PAPER_WORDS = _cues(
    """outperform outperforms outperformed outperforming state-of-the-art state-of-the-arts sota baselines github
    subtask subtasks submissions ablation ablations semeval camera-ready novelty open-sourced authors"""
)
_PAPER_PAIRS = _pairs(
    """this paper/this study/this article/this survey/this thesis/this report/this contribution/this submission
    this work/present paper/present study/present work/current study/current paper/the author/this letter/this note
    this research/this tutorial/this demo/this review/this dissertation/shared task/shared tasks/publicly available
    publicly released/publicly accessible/openly available/freely available/newly proposed/the proposed
    proposed method/proposed methods/proposed model/proposed approach/proposed framework/proposed algorithm
    proposed system/proposed technique/is proposed/are proposed/also proposed/future work/future research
    future studies/future directions/code is/code will/code and/available at/available on/available online
    available from/available upon/available under/released at/released under/released on/our contributions
    contributions are/contribution is/position paper/art models/art methods/art performance/art results
    best performing/experimental results/experimental evaluation/extensive experiments/extensive evaluations
    empirical results/empirical evaluation/empirical evaluations/empirical findings/comprehensive experiments
    comprehensive evaluation/comprehensive evaluations/thorough experiments/human evaluation/human evaluations
    automatic evaluation/automatic evaluations/in-depth analysis/ablation studies/ablation study
    qualitative analysis/quantitative results/experiments on/experiments across/experiments with/experiments show
    experiments demonstrate/experiments reveal/experiments indicate/results on/results show/results demonstrate
    results indicate/results reveal/results suggest/results confirm/results highlight/results across
    findings suggest/findings show/findings reveal/findings indicate/findings highlight/findings demonstrate
    findings underscore/findings emphasize/analysis reveals/analysis shows/analysis demonstrates/analysis indicates
    analysis suggests/analyses reveal/analyses show/evaluation shows/evaluations show/evaluations demonstrate
    evaluation results/evaluations reveal/evaluations on/core idea/key idea/in total/initial results/preliminary results/promising results
    consistent gains/consistent improvements/significant gains/f1 score/f1 scores/macro f1/micro f1/baseline model
    baseline models/baseline system/baseline systems/baseline method/baseline methods/strong baseline
    baseline implementation"""
)
_PAPER = _any(
    r"\b(?:results|findings|experiments?|evaluations?|analys[ei]s) (?:on|across|from|with|in|of|using) [^,;]{1,80} (?:shows?"
    r"|demonstrates?|indicates?|reveals?|confirms?|suggests?|highlights?|underscores?|validates?|demonstrated|revealed)\b",
    r"^(?:the )?(?:experiments|evaluations|experimental|ablations?)\b|\bto the best of\b",
    r"\b(?:results|findings|analys[ei]s) (?:also |further |clearly |consistently )(?:shows?|reveal\w*|demonstrates?|indicates?|suggests?)\b",
    r"\b(?:module|strategy|mechanism|framework|algorithm|network|objective|loss|pipeline) (?:is|are|was) (?:\w+ )?(?:designed|devised"
    r"|introduced|adopted|employed|proposed)\b",
    r"\b(?:a|an|two|three|several|this) (?:\w+ )?(?:novel|new) (?:[\w-]+ ){0,4}(?:methods?|approach|approaches|frameworks?"
    r"|models?|datasets?|data set|benchmarks?|techniques?|architectures?|paradigms?|algorithms?|metrics?|tasks?|corpus|pipelines?)\b",
    r"\bthe (?:best|top|winning)[ -](?:performing |ranked )?(?:model|system|submission)",
    r"\b(?:has|have|were|been) (?:\w+ )?(?:validated|evaluated|benchmarked) (?:on|across|in|against) |\ball evaluated \w+",
    r"\b\d ?(?:%|percentage|absolute)(?: absolute| relative)?(?: points?)? (?:improvements?|gains?)\b",
)
_PAPER_CUES = _cues(
    """module strategy mechanism framework algorithm network objective loss pipeline results findings experiments
    experiment evaluations evaluation analysis analyses experimental ablation ablations best novel new available
    winning validated evaluated benchmarked improvement improvements gain gains"""
)
_SCORE = re.compile(
    r"\b(?:achiev|attain|obtain|yield|surpass|exceed|improv|gain|boost|deliver|scor|exhibit|demonstrat|enhanc)\w{0,4} (?:\S+ ){0,8}"
    r"(?:accuracy|bleu|rouge|scores?|performance|auc|wer|\d+(?:\.\d+)? ?%|points?\b|\d+(?:\.\d+)?[x×])"
)
_CHATTY = re.compile(r"(?:well|sure|yes|no|okay|actually|clearly|obviously|basically|now),|now ")
_CHATTY_PAIRS = _pairs(
    """just like/a lot/of course/little wonder/small wonder/no wonder/good news/bad news/believe it/a nutshell
    makes sense/make sense/good sense/turns out/turned out/sound familiar/pretty much/pretty well/pretty good
    way too/of us/ever wondered/big deal/right now/might wonder/may wonder/might think/might expect/might ask
    be sure/what if/it happens/after all/the trick/long story/think of/think about/bottom line/let alone/big picture
    day job/too bad/guess what/go ahead"""
)
_DATED = _any(
    r"\b(?:this|next|last) (?:year|month|week|decade|century)\b|\bas of (?:this writing|today|now)\b|\b(?:of|this) writing\b",
    r"\b(?:in|over|for|during|within|of) the (?:next|coming|past|last) (?:\w+ )?(?:years?|decades?|months?|weeks?)\b",
    r"\bin the (?:near|not too distant) future\b|\bcoming (?:years|decades)\b|(?<!illion )(?<!thousand )(?<!,000 )(?<!s of )\b(?:years|decades) ago\b",
    r"\btomorrow\b|\byesterday\b|\btonight\b|\b(?:is|are) (?:planned|scheduled|expected to (?:launch|open|be launched))\b",
)
_CASE = _any(
    r"\b(?:his|her) (?:\w+ )?(?:doctors?|physician|parents|wife|husband|friends?|roommate|boyfriend|girlfriend|boss|therapist"
    r"|symptoms|fever|house|apartment|dorm|nurse|condition|diagnosis|recovery|mom|dad)\b",
    r"\b(?:take|takes|took|rushed|brings|brought|refers|referred|sends|sent) (?:him|her)\b|\b(?:he|she) (?:feels|visits|complains)\b",
)
_CASE_AGED = re.compile(
    r"year-old (?:[\w-]+ )?(?:man|woman|boy|girl|male|female|infant|student|patient|son|daughter|mother|father)\b"
)
_CASE_OPENS = re.compile(
    r"(?:the|his|her) (?:doctor|physician|nurse|patient|technician|therapist|boy|girl|couple|clinician|hospital|lab|team)"
    r"(?:'s \w+)? (?!of\b|in\b|who\b|with\b|whose\b|and\b|may\b|can\b|must\b|or\b|is\b|has\b|will\b|should\b|often\b|that\b)"
)
_EXERCISE = _any(
    r"^(?:solutions?|strategy|hint|answers?|exercises?|problem|example|significance|abstract|keywords|background|conclusions?"
    r"|methods?|results|objectives?):",
    r"^(?:solution|strategy|example|problem|exercise|step) (?:\(|\d)|\btrue or false\b|\bwhich of the following\b|^the answer\b|\bthe answer (?:to this|is)\b",
    r"\bthis (?:problem|question) (?:is|asks|involves|can be)\b|\bthe (?:problem|question) (?:asks|states|gives)\b",
)
_BOILERPLATE = _any(
    r"©|\bcopyright|\ball rights reserved\b|\bcreative commons\b|\bcc[ -]by\b|\bconflicts? of interest\b|\bcompeting interests?\b",
    r"\b(?:supported|funded) by (?:the |a )?(?:[\w-]+ ){0,4}(?:grants?|foundation)\b|\bcorresponding author\b|\bthe manuscript\b",
    r"\bpermission of\b|\bcredit:|\b(?:modified|adapted) from (?:(?:a |the )?(?:work|figure|image|photo)|[a-z]+ et al)\b|\bmodification of work\b|\bsupplementary\b|\bpreprint\b",
    r"\bsupplemental (?:material|file|table|figure)|\backnowledge (?:the|support|funding)\b|\bthanks? to [^.]{1,60} for\b",
)
_HOLE = re.compile(r"\s[,;](?:\s|$)|\s\.$|\(\s*(?:see|in|and|e\.g\.|,|;)?[\s,;]*\)|,\s*,|\[\s*\]")
_HOLES = (" ,", " ;", " .", "( ", "(,", "(;", "()", "(see)", "(in)", "(and)", "(e.g.)", ", ,", ",,", "[]", "[ ]")
_TORN = _pairs(
    """the is/the are/the was/the were/an is/of is/of are/of was/from is/from and/of and/see and/the and/an and/the the
    a the/of of/the a/the of/the in/the by/a of/a is/in of/by of"""
)
_TORN_ENDS = (" the.", " the,", " the)", " an.", " an,", " of)", " from)", " see)")
_MARKUP = r"</?[a-z][^<>\s]{0,20}[ />]|&[a-z]{2,6};|&#\d|\$[^$]{1,60}[\\^_]|\{|\}|~~|\*\*|`"
_REFERENCE = re.compile(
    r"\b(?:pp?|[Vv]ol|eds?)\. ?\d|\bISBN\b|\bRetrieved\b|(?:[A-Z][a-zé]+, [A-Z]\.[^.]{0,12}){2}"
    r"|\b(?:J|Phys|Rev|Lett|Chem|Proc|Nat)\. [A-Z][a-z]+\.|\b\d{1,4}, \d{1,6} \((?:19|20)\d\d\)"
)

RULES: tuple[Rule, ...] = (
    Rule("short", "says too little", lambda r: len(r.pieces) < SHORTEST),
    Rule("long", "is a list or a paragraph", lambda r: len(r.pieces) > LONGEST),
    Rule("starts_small", "is a remnant: it begins with a small letter or a mark", _starts_small),
    Rule("ends_open", "is cut off, or introduces what follows it", _ends_open),
    Rule(
        "numbered",
        "is an item of a numbered list",
        _finds(r"^\(?(?:\d{1,3}[.)]|\d{1,3}\.\d{1,3}\.?|[a-h]\)|[ivx]{1,4}\)) |^step \d"),
    ),
    Rule("label", "begins with the label of a section", _starts_with_label),
    Rule("merged_heading", "a heading has run into it", _is_merged_heading),
    Rule("shouted", "contains a heading in capitals", _is_shouted),
    Rule("no_verb", "is a title or a caption", _lacks_verb),
    Rule("unbalanced", "a bracket or quotation does not close", _unbalanced),
    Rule("quotation", "is mostly somebody's words", _quotes_at_length),
    Rule("aside", "digresses in brackets", _digresses),
    Rule("formula", "is an equation", _calculates),
    Rule("table_row", "is a row of a table", _is_table_row),
    Rule("hole", "something was taken out of it", _has_hole),
    Rule("broken_word", "a line break has cut a word", _finds(_BROKEN)),
    Rule("markup", "contains markup", _finds(_MARKUP)),
    Rule("question", "asks", lambda r: "?" in r.text),
    Rule("exclamation", "exclaims", lambda r: "!" in r.text),
    Rule("ellipsis", "leaves something out", lambda r: "..." in r.text or "…" in r.text),
    Rule("bullet", "carries a list mark", lambda r: not _BULLETS.isdisjoint(r.text)),
    Rule("conjunction", "goes on from something", _begins_with_conjunction),
    Rule("reader", "speaks to its reader", _has_cue, _READER),
    Rule("we", "speaks for its authors", _says_us, _WE | {"us"}),
    Rule("first_person", "speaks for its author", _speaks_as_one, _I),
    Rule("command", "tells its reader to do something", _commands),
    Rule("figure", "points to a figure or table", _finds(_FIGURE), _FIGURE_CUES),
    Rule("figure", "points to one panel of a figure", _names_a_panel),
    Rule("figure", "points into a drawing", _marks_a_point, _POINT_CUES),
    Rule("pointer", "points to another place of its source", _finds(_PLACE), _PLACE_CUES),
    Rule("pointer", "points to another place of its source", _finds(_BACK_AND_FORTH), _BACK_AND_FORTH_CUES),
    Rule("pointer", "points to another place of its source", _finds_as_written(_TITLE_NAMED), _TITLE_NAMED_CUES),
    Rule("link", "points to a web page, film or file", _links),
    Rule("paper_talk", "reports on its own paper", _has_cue, _PAPER_WORDS),
    Rule("paper_talk", "reports on its own paper", _holds(_PAPER_PAIRS)),
    Rule("paper_talk", "reports on its own paper", _finds(_PAPER), _PAPER_CUES),
    Rule("score", "reports the score of one system", _scores),
    Rule("chatty", "chats", _has_cue, _CHATTY_WORDS),
    Rule("chatty", "chats", lambda r: _CHATTY.match(r.lower) is not None),
    Rule("chatty", "chats", _holds(_CHATTY_PAIRS)),
    Rule("contraction", "is spoken, not written", _is_contracted),
    Rule("dated", "was true when it was written", _finds(_DATED), _DATED_CUES),
    Rule("person", "tells of somebody the page does not know", _names_a_person),
    Rule("case", "tells of one patient, pupil or family", _finds(_CASE), _CASE_CUES),
    Rule("case", "tells of one patient, pupil or family", _opens_case),
    Rule("exercise", "is part of an exercise", _finds(_EXERCISE), _EXERCISE_CUES),
    Rule("reference", "is an entry of a reference list", _refers),
    Rule("boilerplate", "is about rights, money or files", _finds(_BOILERPLATE), _BOILERPLATE_CUES),
    # Reservations.
    Rule("soft_date", "may have been overtaken", _has_cue, _SOFT_DATES, soft=True),
    Rule("opinion", "judges", _has_cue, _OPINIONS, soft=True),
    Rule("many_numbers", "is full of figures", lambda r: sum(1 for p in r.pieces if p[:1].isdigit()) >= 3, soft=True),
    Rule("quotes", "quotes", lambda r: "“" in r.text or '"' in r.text, soft=True),
    Rule("symbols", "holds flattened symbols", lambda r: "^" in r.text or "_" in r.text, soft=True),
    Rule("lengthy", "is long", lambda r: len(r.pieces) > LENGTHY, soft=True),
)
