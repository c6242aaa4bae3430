"""Rules of manner: chat, speech, and what was true only when it was written. The table is at the end."""

from __future__ import annotations

import re

from castalia.tools.objections.rules import Reading, Rule, always, cues, either, finds, finds_as_written, holds, pairs

_CHATTY_WORDS = cues(
    """somehow amazing amazingly spaceship wow fun funny awesome weird crazy stuff lots guess kids grandma mommy daddy
    okay ok hey oops luckily thankfully nifty tricky incredible incredibly fantastic wonderful wonderfully delicious
    yummy messy boring gobble ain't gonna hooray silly stupid dumb happily sadly marvelous buddy pal ouch yeah hello
    hopefully mind-boggling featherweight huh heck homework classmate classmates suppose bunch spooky sneak sneaky wriggling slimy scary cute"""
)
_CHATTY = re.compile(
    r"(?:well|sure|yes|no|okay|actually|clearly|obviously|basically|now),|now |what an? |in the quest |think (?:of|about) "
)
_TALKED = r"\bit (?:\w+ )?turn(?:s|ed) out\b|\bways? to think (?:of|about)\b"
_CHATTY_PAIRS = pairs(
    """a lot/of course/little wonder/small wonder/no wonder/good news/bad news/believe it/a nutshell
    makes sense/make sense/good sense/sound familiar/pretty much/pretty well/pretty good
    way too/ever wondered/big deal/right now/might wonder/may wonder/might think/might expect/might ask
    be sure/what if/it happens/after all/the trick/long story/bottom line/let alone/big picture
    day job/too bad/go ahead/looking forward/consider now/now consider/as always/needless to/worry not"""
)


def _is_contracted(reading: Reading) -> bool:
    return "'" in reading.lower and _CONTRACTED.search(reading.lower) is not None


_CONTRACTED = re.compile(r"n't\b|'(?:ll|re|ve|m|d)\b|\b(?:it|that|there|what|who|here|let|he|she|how|where)'s\b")
_DATED_CUES = cues(
    """year years month months week weeks decade decades century today now writing future tomorrow yesterday tonight
    planned scheduled expected"""
)
_DATED = either(
    r"\b(?:this|next|last) (?:year|month|week|decade|century)\b|\bas of (?:today|now)\b|\b(?:of|this) writing\b",
    r"\b(?:in|over|for|during|within|of) the (?:next|coming|past|last) (?:\w+ )?(?:years?|decades?|months?|weeks?)\b",
    r"\bin the (?:near|not too distant) future\b|\bcoming (?:years|decades)\b|(?<!illion )(?<!thousand )(?<!,000 )(?<!s of )\b(?:years|decades) ago\b",
    r"\btomorrow\b|\byesterday\b|\btonight\b|\b(?:is|are) (?:planned|scheduled|expected to (?:launch|open|be launched))\b",
)

_SUM = re.compile(r"[€£]\d|\$\d(?:[\d,.]*\d)?(?! ?[\\^$_{=<>~+*/])(?![\d,.]*\d)")  # and no formula between two dollars


def _tells_a_sum(reading: Reading) -> bool:
    return ("$" in reading.text or "€" in reading.text or "£" in reading.text) and _SUM.search(reading.text) is not None


MANNER: tuple[Rule, ...] = (
    Rule("chatty", "chats", always, _CHATTY_WORDS),
    Rule("chatty", "chats", lambda r: _CHATTY.match(r.lower) is not None),
    Rule("chatty", "chats", holds(_CHATTY_PAIRS)),
    Rule("chatty", "chats", finds(r"\bby the way[,.]"), cues("way")),
    Rule("chatty", "chats", finds(_TALKED), cues("out think")),
    Rule("chatty", "chats", finds_as_written(r"\b[Oo]f us\b"), cues("us")),
    Rule("contraction", "is spoken, not written", _is_contracted),
    Rule("dated", "was true when it was written", finds(_DATED), _DATED_CUES),
    Rule("sum", "tells a sum of money, which is that of one case or year", _tells_a_sum),
)
