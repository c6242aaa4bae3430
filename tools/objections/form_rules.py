"""Rules of form: remnants, headings, tables, brackets, marks and holes, whatever the words say. The table is at the
end."""

from __future__ import annotations

import re
from itertools import pairwise

from castalia.tools.objections.rule_words import FINITE_VERBS, may_be_verb, takes_object
from castalia.tools.objections.rules import Reading, Rule, cues, finds, finds_as_written, has_pair, pairs

SHORTEST = 8  # words; below it a sentence says too little, if it stands alone,
BRIEFEST = 4  # and below this one in any case
LONGEST = 48  # words; above it a sentence is a list or a paragraph


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
    text = _CITATIONS_AT_END.sub("", reading.text[-80:]).rstrip("\"'”’)]» 0123456789,–")
    return not (text.endswith(".") and not text.endswith(("..", ":.")))


_CITATIONS_AT_END = re.compile(r"\[[\d,;–\- ]{1,40}\]\s*$")


def _starts_with_label(reading: Reading) -> bool:
    """ "Carotid canal: …", "Greenhouse gas (GHG): …", "Permafrost — Ground that …"."""
    label = _LABEL.match(reading.text[:_LABEL_CHARACTERS])
    if label is None or len(label[1].split()) > _LABEL_WORDS:
        return False
    words = label[1].lower().split()
    if label[2]:  # one word there is no sentence, though it may be a verb ("Address: …", "Left: …")
        return len(words) == 1 or FINITE_VERBS.isdisjoint(words)
    return FINITE_VERBS.isdisjoint(words[:-1]) and sum(map(reading.text.count, _DASHES)) == 1


_LABEL_WORDS = 4
_LABEL_CHARACTERS = 90
_DASHES = "—–"
_LABEL = re.compile(r"([A-Z][^.:()—–]{1,48})(?: \([^()]{1,30}\))?(?:(:)(?:\s|$)|(?: [—–] |—)(?=[A-Z][a-z]* ))")


def _is_merged_heading(reading: Reading) -> bool:
    """A title in capitals runs into a sentence: "Cell Walls In plants, the …"."""
    pieces = reading.pieces[:_LONGEST_TITLE]
    if _repeats_itself(reading.words) or _TOLD_AGAIN.match(reading.text) is not None:
        return True
    for place, piece in enumerate(pieces[:-1]):
        if place and piece in _STARTERS and pieces[place + 1][:1].islower():
            return place > 1 or pieces[0] not in _STARTERS
        if not (piece[:1].isupper() or (place and (piece in _TITLE_SMALL or piece.isdigit()))) or piece[-1] in ".,;:)":
            return False
    return False


def _repeats_itself(words: tuple[str, ...]) -> bool:
    """The first words of a sentence are often those of its heading: "Changes in prices Changes in prices can …"."""
    if not words or words[0] not in words[2:_LONGEST_TITLE]:
        return False
    return any(words[:size] == words[size : 2 * size] for size in range(2, _LONGEST_TITLE))


_TOLD_AGAIN = re.compile(r"([A-Z][\w ]{2,40}) (?:In|On|At|During|Under|For) \1\b")  # "Year 2 In Year 2, …"
_LONGEST_TITLE = 14  # words
_TITLE_SMALL = cues("of and in the for a an to on vs. or with by from as at")
_STARTERS = cues(
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
    return not (any(map(may_be_verb, reading.words)) or takes_object(reading.words))


def _only_intends(reading: Reading) -> bool:
    """ "To assess the effect of …", as structured abstracts state an aim, without a main clause."""
    return _AIM.match(reading.lower) is not None and _FINITE.isdisjoint(reading.words)


_AIM = re.compile(r"to (?!date\b|this\b|these\b|those\b|such\b|some\b|the\b|an?\b|our\b)[a-z]+ [^,;:]*$")
_FINITE = cues(
    """is are was were has have had do does did can could may might must shall should will would requires required require takes took take
    needs needed need means makes helps demands calls becomes remains seems involves"""
)


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
    return reading.text.startswith(("(", "[")) or any(
        len(span.split()) > _LONGEST_PARENTHESIS
        or (_ASIDE_OPENS.match(span.lower()) and not span.isupper())  # no acronym ("IT")
        or _STOP_INSIDE.search(span)
        for span in _PARENTHESISED.findall(reading.text)
    )


_LONGEST_PARENTHESIS = 18  # words
_PARENTHESISED = re.compile(r"\(([^()]*)\)")
_STOP_INSIDE = re.compile(r"[a-z]{3}\. [A-Z]")
_ASIDE_OPENS = re.compile(
    r"(?:see|recall|note|remember|refer|actually|in fact|by the way|this|these|it|they|but|as (?:shown|discussed|described|we)|we"
    r"|you|described|discussed|shown|profiled|also see|for (?:more|details|further)|notice|more about|not to be confused|hint)\b"
)


def _calculates(reading: Reading) -> bool:
    """An equation that is not told in words as well, or so many symbols that the sentence is one in disguise; powers,
    charges and indices ("10^12", "NH_4^+") do not count."""
    text = reading.text
    if "\\" in text or ("=" in text and not _is_told_in_words(reading)):
        return True
    if _MATHEMATICAL.isdisjoint(text):
        return False
    return (
        _BARE.search(text) is not None
        or sum(1 for sign in _INDEX.sub("", text) if sign in _MATHEMATICAL) >= _MANY_SYMBOLS
    )


def _is_told_in_words(reading: Reading) -> bool:
    """Whether a sentence holds one plain equation and says what it means: "… the voltage is equal to the current times
    the resistance, V=IR", "…, PV = nRT, where P is …"."""
    text = reading.text
    _, _, right = text.partition("=")
    is_plain = text.count("=") == 1 and _LETTER.match(right) is not None and _INTRICATE.search(text) is None
    prose = sum(1 for piece in reading.pieces if piece.strip(_MARKS).isalpha() and len(piece) > 1)
    return is_plain and prose >= SHORTEST and _MEANS.search(text) is not None


_INDEX = re.compile(r"[\^_](?:\([^()\s]{1,16}\)|[+−–-]?\d{1,3}[+−–]?(?!\w)|[+−–-]{1,2}(?!\w)|[^\W\d_]{1,3}(?!\w))")
# an equation of a reaction, an index of nothing ("_Z^AX"), a vector, and what no line of text can hold
_BARE = re.compile(r"[⟶⇌∑∏∫√∂∇⟨⟩]|(?<!\S)_[\w+−–-]{1,4}\^|→(?<=\w→)")
_LETTER = re.compile(r"[^.,;]{0,12}[^\W\d_]")  # a value ("p = 0.03") tells no law
_INTRICATE = re.compile(
    r"sqrt|\)/\(|[↔→∈∀∃|{}]|=\s?\S{1,40} (?:This|That|The|These|Then|Thus|For|If|In|We|Alternatively|Therefore|Here|Since|It)\b"
)
_MEANS = re.compile(
    r"\bwhere [^\s,;]{1,16} (?:is|are|and|stands|represents)\b|\b(?:law|equation|equal to|equals|times|product of|divided by|proportional"
    r" to|ratio of|multiplied by|sum of|difference between)\b"
)
_MANY_SYMBOLS = 3
_MATHEMATICAL = frozenset("+×÷±≤≥≈≠≡∝∞∫∑∏√∂∇→←↔⇌⟶^_<>∼·⋅∈∀∃⟨⟩|")


def _is_table_row(reading: Reading) -> bool:
    if _NUMBER.search(reading.text) is None:
        return False
    numbers = sum(1 for piece in reading.pieces if _NUMBER.search(piece))
    return numbers >= 4 and numbers * 5 > 2 * len(reading.pieces)


_NUMBER = re.compile(r"\d")


def _has_hole(reading: Reading) -> bool:
    """What removed figures, numbers and links leave: "in ,", "( )", "the is"."""
    lower = reading.lower
    if any(mark in lower for mark in _HOLES) and _HOLE.search(lower) is not None:
        return True
    return any(end in lower for end in _TORN_ENDS) or (has_pair(reading, _TORN) and _is_torn(reading.pieces))


def _is_torn(pieces: tuple[str, ...]) -> bool:
    """Whether two words are torn with nothing between them: a comma may part them ("comes from, and"), and a capital A
    is no article."""
    words = [pieces[0].lower(), *(one if one == "A" else one.lower() for one in pieces[1:])]
    return not _TORN.isdisjoint((one.lstrip(_MARKS), other.rstrip(_MARKS)) for one, other in pairwise(words))


_HOLE = re.compile(
    r",\.(?:\s|$)|\s[–—-][.,;](?:\s|$)|\s[,;](?:\s|$)|\s\.$|\(\s*+(?:see|in|and|e\.g\.|reviewed in|,|;)?[\s,;]*\)|,\s*,|\[\s*\]|[,;]\)|\([,;]|\s_\s"
)
_HOLES = (",.", ",,", "–", "—", " -", " ,", " ;", " .", "(", "[", ",)", ";)", " _ ")
_TORN = pairs(
    """the is/the are/the was/the were/an is/of is/of are/of was/from is/from and/of and/see and/the and/an and/the the
    a the/of of/the a/the of/the in/the by/a of/a is/in of/by of"""
)
_MARKS = "\"'“”‘’()[]*.,;:–—"
_TORN_ENDS = (" the.", " the,", " the)", " an.", " an,", " of)", " from)", " see)")


def _opens_with(reading: Reading, words: frozenset[str]) -> bool:
    return bool(reading.words) and reading.words[0] in words


def _begins_with_conjunction(reading: Reading) -> bool:
    return _opens_with(reading, _CONJUNCTIONS) and not reading.pieces[0].isupper()


def _is_relative_clause(reading: Reading) -> bool:
    return _opens_with(reading, _RELATIVES) and not reading.pieces[0].isupper()


_CONJUNCTIONS = cues("and but or nor so yet plus")
_RELATIVES = cues("which who whose")


def _is_subordinate(reading: Reading) -> bool:
    """Whether no main clause is marked off ("While training yields good rates."), or another such clause stands where
    one would ("Since lakes freeze, while rivers do not.")."""
    if _TWO_SUBORDINATES.match(reading.lower):
        return True
    is_opened = _opens_with(reading, _SUBORDINATES) and reading.words[:2] != ("because", "of")
    return is_opened and not any(mark in reading.text for mark in _CLAUSE_MARKS)


_SUBORDINATES = cues("while although though whereas because")
_TWO_SUBORDINATES = re.compile(r"(?:since|because|although|though) [^,;:—–]+, (?:while|whereas) [^,;:—–]+$")
_CLAUSE_MARKS = (",", ";", ":", "—", "–", " then ")


# A name may hold a full stop ("Node.js", "README.Debian"), an acronym hardly: "the NMT.Methods of".
_RUN_ON = r"\.(?<=[a-z]{3}\.)[A-Z][a-z]|,(?<=[a-z]{3},)[a-z]{4}|(?<![A-Z.])[A-Z]{2,5}\)?\.[A-Z][a-z]{3}"
_BROKEN = r"[a-z]{2}- (?!(?:and|or|to|nor|but|versus|vs|as|through|than|ions?)\b)[a-z]{2}"  # "Cl- ions"
_MARKUP = r"</?[a-z][^<>\s]{0,20}[ />]|&[a-z]{2,6};|&#\d|\$[^$]{1,60}[\\^_]|\{|\}|~~|\*\*|`"

FORM: tuple[Rule, ...] = (
    Rule("short", "says too little", lambda r: len(r.pieces) < SHORTEST, alone=True),
    Rule("remnant", "is no sentence", lambda r: len(r.pieces) < BRIEFEST),
    Rule("long", "is a list or a paragraph", lambda r: len(r.pieces) > LONGEST, alone=True),
    Rule("starts_small", "is a remnant: it begins with a small letter or a mark", _starts_small),
    Rule("ends_open", "is cut off, or introduces what follows it", _ends_open),
    Rule("ends_open", "has only the first of several", finds(r"[:,] ?\((?:1|i|a)\) (?!.{0,600}\((?:2|ii|b)\))")),
    Rule(
        "numbered",
        "is an item of a numbered list",
        finds(r"^\(?(?:\d{1,3}[.)]|\d{1,3}\.\d{1,3}\.?|[a-h]\)|[ivx]{1,4}\)) |^step \d"),
    ),
    Rule("list", "is a list whose lines have run together", finds(r"[:;,] [-–*] \w")),
    Rule("label", "begins with the label of a section", _starts_with_label),
    Rule("merged_heading", "a heading has run into it", _is_merged_heading),
    Rule("shouted", "contains a heading in capitals", _is_shouted),
    Rule("no_verb", "is a title or a caption", _lacks_verb),
    Rule("no_verb", "is an aim without a main clause", _only_intends),
    Rule("no_verb", "is a subordinate clause alone", _is_subordinate),
    Rule("unbalanced", "a bracket or quotation does not close", _unbalanced),
    Rule("quotation", "is mostly somebody's words", _quotes_at_length),
    Rule("aside", "digresses in brackets", _digresses),
    Rule("formula", "is an equation", _calculates),
    Rule("table_row", "is a row of a table", _is_table_row),
    Rule("hole", "something was taken out of it", _has_hole),
    Rule("broken_word", "a line break has cut a word", finds(_BROKEN)),
    Rule("run_on", "two sentences or words have run together", finds_as_written(_RUN_ON)),
    Rule("markup", "contains markup", finds(_MARKUP)),
    Rule("question", "asks", lambda r: "?" in r.text),
    Rule("exclamation", "exclaims", lambda r: "!" in r.text),
    Rule("ellipsis", "leaves something out", lambda r: "..." in r.text or "…" in r.text),
    Rule("conjunction", "goes on from something", _begins_with_conjunction, alone=True),
    Rule("relative", "is a clause that goes on from something", _is_relative_clause),
)
