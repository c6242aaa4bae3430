"""Keys of relations: what was said in any tense, voice or negation, brought to one spelling; and which keys contradict.

Keys of names are the business of ``names``.
"""

from __future__ import annotations

from functools import lru_cache

_BE = frozenset("be is are was were been being am".split())
_TENSE = frozenset("do does did have has had having will would shall".split())
_NOT = frozenset("not never cannot no".split())
_SHORT_FORMS = (("can't", "cannot"), ("won't", "will not"), ("n't", " not"))
_PREPOSITIONS = frozenset(
    "by in for to with of from as on at into within between through via than after before against".split()
)
_BEFORE_BASE_FORMS = frozenset("to can could may might must should cannot".split())
# What stands beside verbs and is no form of one, though it may end like one.
_UNINFLECTED = frozenset(
    "during according regarding throughout without about out until along among around across upon under over "
    "always sometimes perhaps thus this its his less more therefore where there here before quite outside inside "
    "because toward towards".split()
)
_IRREGULAR_VERBS = {
    "has": "have", "had": "have", "does": "do", "did": "do",
    "made": "make", "led": "lead", "shown": "show", "found": "find", "known": "know", "given": "give", "gave": "give",
    "taken": "take", "took": "take", "built": "build", "became": "become", "began": "begin", "begun": "begin", "held": "hold",
    "grown": "grow", "grew": "grow", "driven": "drive", "seen": "see", "saw": "see", "ran": "run", "wrote": "write",
    "written": "write", "arose": "arise", "arisen": "arise", "bound": "bind", "kept": "keep", "lost": "lose", "met": "meet",
    "sent": "send", "spent": "spend", "won": "win", "brought": "bring", "thought": "think", "underwent": "undergo",
    "undergone": "undergo", "rose": "rise", "fell": "fall", "fallen": "fall", "broke": "break", "broken": "break",
    "chosen": "choose", "chose": "choose", "drawn": "draw", "drew": "draw", "went": "go", "gone": "go", "goes": "go",
}  # fmt: skip
# Spelling of verbs without their final e.
_TAKES_E = tuple(
    "at iz yz us as is os ys v c dg rg u ut bl pl cl tl fl dl ns rs ag lg quir rib stor fin com rang chang lleng ompar repar "
    "shar onsum assum resum mot grad nvad evad reced omplet eplet plor gnor dher terfer".split()
)
_TAKES_E_AFTER_CONSONANT = tuple("in ir ur od ud id ap op yp ak ik ok al il ol ul".split())
_TAKES_E_ALL_THE_SAME = tuple("creat lineat permeat".split())
_TAKES_NO_E = ("gin", "cur", "elop", "trol", "col", "gnal")
_OPPOSITE_VERBS = frozenset(
    frozenset(pair.split())
    for pair in (
        "activate inhibit", "increase decrease", "increase reduce", "promote suppress", "promote inhibit", "promote prevent",
        "upregulate downregulate", "cause prevent", "enhance impair", "enhance inhibit", "enhance reduce", "improve worsen",
        "enable prevent", "induce repress", "induce suppress", "support contradict", "support refute", "stimulate inhibit",
        "raise lower", "strengthen weaken", "accelerate slow", "gain lose", "include exclude", "precede follow",
    )
)  # fmt: skip


@lru_cache(maxsize=30_000)
def predicate_key(relation: str) -> tuple[str, bool]:
    """The normalised key of a relation, words joined by underscores, and whether it affirms.

    Tense, auxiliaries and negation go, modals stay ("may cause" is less than "causes"); a passive keeps its
    preposition, so that "developed" and "was developed by" point opposite ways. An infinitive ("to create") stands as
    it is. Empty where the relation has no word.
    """
    plain = relation.replace("_", " ").replace("’", "'").casefold()
    for short, long in _SHORT_FORMS:
        plain = plain.replace(short, long)
    words = [word for raw in plain.split() if (word := raw.strip(".,;:()[]\"'")) and any(one.isalnum() for one in word)]
    positive = not any(word in _NOT for word in words)
    words = ["can" if word == "cannot" else word for word in words if word not in _NOT or word == "cannot"]
    while len(words) > 1 and words[0] in _TENSE and words[1] not in {"a", "an", "the"} | _PREPOSITIONS:
        words = words[1:]
    if words and words[0] in _BE:
        if len(words) > 1 and words[1] in {"a", "an"}:
            words = ["is", "a", *words[2:]]
        elif len(words) > 2 and words[-1] in _PREPOSITIONS and words[1] not in _BE:
            words = words[1:]
        else:
            words = ["be", *(word for word in words[1:] if word not in _BE)]
    befores = ("", *words)
    kept = [
        word if before in _BEFORE_BASE_FORMS else _lemma(word) for before, word in zip(befores, words, strict=False)
    ]
    return "_".join(kept), positive


def contradict(a: tuple[str, bool], b: tuple[str, bool]) -> bool:
    """Whether two predicates, each a key and whether it affirms, cannot both hold of one pair: a denial, or opposite
    verbs."""
    if a[0] == b[0]:
        return a[1] != b[1]
    return a[1] and b[1] and frozenset((a[0], b[0])) in _OPPOSITE_VERBS


def _lemma(word: str) -> str:
    """A verb form brought to one spelling; readable, not always a dictionary word, but the same for all regular
    forms."""
    if word in _IRREGULAR_VERBS or word in _UNINFLECTED or not (word.isascii() and word.isalpha()):
        return _IRREGULAR_VERBS.get(word, word)
    stem = word
    if stem.endswith(("ies", "ied")) and len(stem) > 4:
        return stem[:-3] + "y"
    if stem.endswith("ing") and any(one in "aeiouy" for one in stem[:-3]):
        stem = stem[:-3]
    elif stem.endswith("ed") and not stem.endswith("eed") and any(one in "aeiouy" for one in stem[:-2]):
        stem = stem[:-2]
    else:
        stem = stem[:-1] if stem.endswith("s") and len(stem) > 3 and stem[-2] not in "sui" else stem
        if not stem.endswith("e"):
            return stem
    stem = stem.removesuffix("e") if len(stem) > 2 else stem
    if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] in "bdfglmnprt":
        return stem if stem[-1] in "fl" and _is_short(stem) else stem[:-1]
    return stem + "e" if _wants_e(stem) else stem


def _is_short(stem: str) -> bool:
    """Whether it has one syllable, as "call" and "stuff", which keep both their letters, and "control" does not."""
    return sum(one in "aeiouy" and before not in "aeiouy" for before, one in zip(" " + stem, stem, strict=False)) == 1


def _wants_e(stem: str) -> bool:
    """Whether the verb of a bare stem is spelt with a final e: caus-e, activat-e, produc-e, but inhibit, contain,
    process."""
    if stem.endswith(_TAKES_E_ALL_THE_SAME):
        return True
    if stem.endswith(_TAKES_E):
        return stem[-3:] not in {"eat", "oat"}
    return stem.endswith(_TAKES_E_AFTER_CONSONANT) and stem[-3:-2] not in "aeiou" and not stem.endswith(_TAKES_NO_E)
