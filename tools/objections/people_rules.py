"""Rules of people: somebody the page does not know, or the case of one patient, pupil or family. The table is at the
end."""

from __future__ import annotations

import re

from castalia.tools.language.given_names import GIVEN_NAMES
from castalia.tools.objections.rules import Reading, Rule, cues, either, finds


def _names_a_person(reading: Reading) -> bool:
    """A first name alone as subject or owner ("Mark's …"): somebody of a story that is told elsewhere."""
    for place, piece in enumerate(reading.pieces[:_NAME_WORDS]):
        bare = piece.replace("’", "'")
        owner = bare.removesuffix(",").removesuffix("'s")
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


_NAME_WORDS = 60
_TITLES = frozenset(("Dr", "St", "Mr", "Mrs", "Ms", "King", "Queen", "Saint", "Pope", "Emperor"))
_ALSO_WORDS = cues("mark bill rob sue jay robin penny heather amber dawn ted jean sam jasmine holly")
_CASE_CUES = cues("his her him he she")
_CASE = either(
    r"\b(?:his|her) (?:\w+ )?(?:doctors?|physician|parents|wife|husband|friends?|roommate|boyfriend|girlfriend|boss|therapist"
    r"|symptoms|fever|house|apartment|dorm|nurse|condition|diagnosis|recovery|mom|dad)\b",
    r"\b(?:take|takes|took|rushed|brings|brought|refers|referred|sends|sent) (?:him|her)\b|\b(?:he|she) (?:feels|visits|complains)\b",
)


def _opens_case(reading: Reading) -> bool:
    lower = reading.lower
    if "year-old" in lower and _CASE_AGED.search(lower) is not None:
        return True
    if _CASE_OWNED.match(reading.text) is not None:
        return True
    return _CASE_OPENS.match(lower) is not None or _CASE_ACTS.search(lower[:_ACT_CHARACTERS]) is not None


_CASE_AGED = re.compile(
    r"year-old (?:[\w-]+ )?(?:man|woman|boy|girl|male|female|infant|student|patient|son|daughter|mother|father)\b"
)
_CASE_OWNED = re.compile(
    r"[A-Z][a-z]+['’]s (?:[\w-]+ ){0,2}(?:samples?|symptoms?|doctors?|physician|condition|chest|specimens?|parents|mother|sputum|fever)\b"
)
_CASE_OPENS = re.compile(
    r"(?:the|his|her) (?:doctor|physician|nurse|patient|technician|therapist|boy|girl|couple|clinician|hospital)"
    r"(?:'s \w+)? (?!of\b|in\b|who\b|with\b|whose\b|and\b|may\b|can\b|must\b|or\b|is\b|has\b|will\b|should\b|often\b|that\b)"
)
_CASE_ACTS = re.compile(
    r", (?:the|his|her) (?:doctor|physician|nurse|technician|therapist|patient) [a-z]{2,12}(?:s|ed)\b"
)
_ACT_CHARACTERS = 90

PEOPLE: tuple[Rule, ...] = (
    Rule("person", "tells of somebody the page does not know", _names_a_person),
    Rule("case", "tells of one patient, pupil or family", finds(_CASE), _CASE_CUES),
    Rule("case", "tells of one patient, pupil or family", _opens_case),
)
