"""Rules of voice: who speaks and to whom. A page has no author, no reader, nothing to do. The table is at the end."""

from __future__ import annotations

import re

from castalia.tools.objections.inclusive_we import means_everybody
from castalia.tools.objections.rules import Reading, Rule, always, cues, finds


def _says_us(reading: Reading) -> bool:
    """We, us or what is ours, unless everybody is meant."""
    return not means_everybody(reading)


def _speaks_as_one(reading: Reading) -> bool:
    """First person singular, and not the roman number one."""
    return _ME.search(reading.text) is not None or _FIRST_PERSON.search(reading.text) is not None


_ME = re.compile(r"\b(?:[Mm](?:e|y|yself)|I['’](?:m|ve|ll|d))\b")  # no acronym ("ME")
_I = cues("i my me myself i'm i've i'll i'd")
_FIRST_PERSON = re.compile(
    r"(?:^|[“\"(,;] ?|\b(?:that|and|but|if|when|what|which|as|because|so|or|then|how) )I (?:[a-z]{1,8}ly )?"
    r"(?:am|was|have|had|will|would|can|could|do|did|must|may|might|should|never|always|just|also|show|use|describe)\b"
    r"|\bI (?:[a-z]{1,8}ly )?(?:think|thought|know|knew|want|wanted|feel|felt|believe|believed|saw|see|went|go|found|find|liked?|loved?"
    r"|need|needed|say|said|get|got|dressed|walked|told|asked|remember|hope|hoped|wish|guess|discuss|argue|propose|present)\b"
    r"|^I (?:[a-z]{1,8}ly )?(?:examine|investigate|review|introduce|study|consider|develop|conclude|compute|calculate|derive|analy[sz]e|report"
    r"|suggest|demonstrate|explain|focus|compare|explore|point|give|prove|construct|outline|summari[sz]e|extend|apply|test|measure)\b"
)


def _commands(reading: Reading) -> bool:
    """An imperative at the start, or after the first comma of a sentence that sets a scene ("Under …, enter the")."""
    words = reading.words
    if not words:
        return False
    first, second = words[0], words[1] if len(words) > 1 else ""
    if first in _ORDERS:
        if second in ("and", "or"):  # "Compare and contrast", not "Show and tell"
            return len(words) > 3 and words[2] in _ORDERS | _ORDERS_BEFORE_OBJECT and words[3] in _OBJECT_OPENS
        return second not in ("of", "is", "are", "was")
    if first in _ORDERS_BEFORE_OBJECT:
        return second in _OBJECT_OPENS
    if first in _SETS_SCENE:
        match = _AFTER_COMMA.search(reading.lower[:_SCENE_CHARACTERS])
        if match and match[1] in _NOTHING_BUT_ORDERS:
            return True
        if match and (match[1] in _ORDERS or match[1] in _ORDERS_BEFORE_OBJECT):
            return match[2] in (_WAY_AFTER_COMMA if match[1] in _ORDERS_WITH_A_WAY else _OBJECT_AFTER_COMMA)
    return not reading.bag.isdisjoint(_COMMAND_WORDS) and _COMMAND_INSIDE.search(reading.lower) is not None


_COMMAND_WORDS = cues(
    "note recall remember notice keep bear here see consider please let make draw identify determine sketch"
)
_COMMAND_INSIDE = re.compile(
    r"[;(—–:] ?(?:note|recall|remember|notice|keep in mind|see|consider)\b|\bnote that\b|\bplease\b|\b(?:keep|bear) in mind\b|\bhere are\b|\blet (?:us|the)\b"
    r"|: (?:make|draw|identify|determine|sketch) (?:an?|the|sure|all|each)\b"
)
_SCENE_CHARACTERS = 240
_AFTER_COMMA = re.compile(r"^[^,]*, (?:then |please |simply |just |first )?([a-z]{2,12}) ([a-z]{1,12})")
_ORDERS = cues(
    """consider recall suppose imagine assume calculate compute determine identify describe explain discuss define
    remember refer visit click solve let notice choose write find draw look substitute think go try don't please
    never be do observe examine read ask give take keep make put rewrite simplify predict enter insert select
    compare verify prove derive show tell see say begin indicate differentiate evaluate convert express multiply
    divide subtract add apply fill"""
)
_ORDERS_BEFORE_OBJECT = cues(
    """note use list name state place set plot check test search match order rank balance estimate start return turn
    call move treat include reinforce change shift review watch follow repeat sketch label work study practice
    picture listen explore complete plug count measure combine remove answer hold press run open close pick
    spend skip cover provide summarize outline contrast analyze analyse create design arrange construct learn get
    replace record report assess view browse adjust attach build commit develop download engage envision join
    obtain orient raise rearrange recognize relate resolve rotate send separate sum vary visualize wiggle
    replay pause rewind zoom scroll drag hover"""
)
_OBJECT_OPENS = cues(
    """the a an that how what whether why which each all any this these those your our it its two three four five six some one if to
    at on from again also only here both them in for with out up down yourself carefully around as when where first particularly especially"""
)
_OBJECT_AFTER_COMMA = cues(
    "the a an that how what whether why which each any this these those your our it two some for yourself at only both"
)
_NOTHING_BUT_ORDERS = cues("consider imagine suppose refer rearrange seek")
_ORDERS_WITH_A_WAY = cues("look read start begin go turn")
_WAY_AFTER_COMMA = _OBJECT_AFTER_COMMA | cues("over by with more closely back again to")
_SETS_SCENE = cues(
    """under to in if for when as from using with first next then finally before after now again by at on once second
    third also instead otherwise given since because rather based starting similarly thus therefore while step"""
)
_ADVICE_WORDS = cues(
    "interesting important instructive useful helpful worth worthwhile tempting convenient best better easier easiest way"
)
_ADVICE = (
    r"\bit (?:is|was|may be|can be|would be) (?:very |also |[a-z]{2,12}ly )?"
    r"(?:(?:interesting|important|instructive|useful|helpful|worthwhile|tempting|convenient) to\b|worth [a-z]{2,20}ing\b)"
    r"|\bit (?:is|may be) (?:perhaps |often |[a-z]{2,12}ly )?(?:best|better|easier|easiest) to (?:think|regard|imagine|consider|view|picture)\b"
    r"|\b(?:one|another|a) (?:good |useful |simple )?way to (?:visuali[sz]e|picture|imagine|think|remember|understand) (?:this|these|that|it|of|about|how|what|the)\b"
)
_WE = cues("we us our ours ourselves we'll we've we're we'd let's")
_READER = cues("you your yours yourself yourselves you're you'll you've you'd readers")

VOICE: tuple[Rule, ...] = (
    Rule("reader", "speaks to its reader", always, _READER),
    Rule("we", "speaks for its authors", _says_us, _WE),
    Rule("first_person", "speaks for its author", _speaks_as_one, _I),
    Rule("command", "tells its reader to do something", _commands),
    Rule("advice", "tells its reader what to look at", finds(_ADVICE), _ADVICE_WORDS),
)
