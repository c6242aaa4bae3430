"""Dependence: sentences that lean on the one before them, and may be glued to it. Links of a list are told in
``chains``.

Every pattern is linear: where a repeat holds a repeat, a space parts its rounds.
"""

from __future__ import annotations

import re

from castalia.tools.language.words import FUNCTION_WORDS, stem
from castalia.tools.objections.rules import read
from castalia.tools.objections.somebody import stands_for_nobody
from castalia.tools.objections.unnamed import presumes


def is_dependent(sentence: str, *, may_presume: bool = False) -> bool:
    """Whether a sentence needs the one before it (It, These, However, For example, …) and may be glued to it. What it
    only speaks of as if it were known ("the lesion") does not count where it ``may_presume``."""
    reading = read(sentence)
    words, lower = reading.words, reading.lower
    if not words:
        return False
    if words[0] in _LEANING_FIRST and words[:2] not in _LINKED and not (words[0] == "it" and _EMPTY_IT.match(lower)):
        return True
    if words[0] == "both" and "and" not in words[1:8]:
        return True
    return (
        _stands_for_something(words)
        or _LEANS_AFTER_SCENE.match(lower) is not None
        or (words[-2:] == ("as", "well") and "but" not in words[1:])  # "… a tax, but a custom as well"
        or words[-1] in _LEANING_LAST
        or _LEANING_OPENING.match(lower) is not None
        or _points_back(words)
        or _adds(words, lower)
        or ((presumes(lower) or _CUT_SHORT.match(sentence) is not None) and not may_presume)
        or stands_for_nobody(reading)
        or _LEANING_ASIDE.search(lower[:_OPENING_CHARACTERS]) is not None
        or _GOES_BACK.match(lower) is not None
        or _ONE_OF_SEVERAL.match(lower) is not None
        or _OF_WHAT.search(lower) is not None
        or _RESUMES.match(lower) is not None
        or (_OUTDOES.match(lower) is not None and "than" not in reading.bag)
        or (_STILL_MORE.search(lower) is not None and "than" not in reading.bag)
        or ("similar" in reading.bag and _SIMILAR_TO_WHAT.search(lower) is not None)
    )


# "The Act", "The Court's": a name is cut short that the sentence before has in full.
_CUT_SHORT = re.compile(
    r"The (?:Act|Agency|Amendment|Association|Bill|Board|Bureau|Commission|Committee|Council|Court|Department|Foundation|Institute"
    r"|Report|Treaty)(?:['’]s)? (?!(?:for|in|of|on|that|to|which)\b)[a-z]"
)
_PRONOUN_WORDS = 4
_OPENING_CHARACTERS = 90
_PRONOUNS = frozenset("it they them its their itself themselves".split())  # he and she: somebody.py
_OWN = frozenset("its their itself themselves".split())
_LEANS_AFTER_SCENE = re.compile(
    r"(?:on|at|in|during|from|after|before|over|through|rather than|instead of|together with) (?!order\b)[^,]{3,50}, (?:it|they|its|their)\b|[^,]{1,60}, the same\b|in (?:just |much |exactly |almost )?the same way\b"
    r"|[^,]{1,40}, (?:each|both|all|some) (?:has|have|had|is|are|was|were)\b"
)
_LEANING_FIRST = frozenset(
    """it they he she its their his her this these that such however therefore thus hence consequently accordingly moreover
    furthermore additionally conversely nevertheless nonetheless instead meanwhile then otherwise indeed still
    specifically namely again neither alternatively subsequently likewise here collectively together afterward
    afterwards thereafter correspondingly notably importantly rather further ironically interestingly surprisingly
    incidentally unfortunately fortunately thereby therein presumably admittedly regardless ultimately
    eventually elsewhere so""".split()
)
# "Rather than a king, the town has a council": what it is set against, or goes with, is named.
_LINKED = frozenset({("rather", "than"), ("instead", "of"), ("regardless", "of"), ("together", "with")})
_LEANING_LAST = frozenset(
    "too also instead then likewise so either respectively alone before afterward afterwards".split()
)
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
_COUNTED = r"(?:two|three|four|five|six|seven|eight|nine|ten)"
_LEANING_OPENING = re.compile(
    r"(?:for (?:example|instance|that reason|both|each)|as (?:a|an) (?:result|consequence|example|rule)\b(?! of)|as such|after that"
    r"|as (?:expected|predicted|anticipated|hoped|feared|usual|before|noted|mentioned),"
    r"|as with|in (?:contrast|turn|fact|particular|general|short|comparison|effect|essence|reality|practice|brief|response|return"
    r"|other words|doing so|so doing|each case|both cases|all cases|some cases|either case|any case|most cases|the (?:first|second|third|last|former|latter) case|both|each|the process)\b"
    r"(?! (?:to|with|of)\b)|in addition,|in addition to (?:its|their|this|these|his|her|being)\b|by (?:contrast|comparison|doing so|then)"
    r"|on (?:the other|one) hand|on the other side,|on the contrary|at (?:the same time|first)|that (?:is|was|said|same|way)\b|even (?:so|then)"
    r"|from here\b|in that case\b|at about the same time\b|along the way\b|(?:first|second|next) (?:is|are|was|were) the\b"
    r"|because of (?:this|these|their|its|that)|if so|if not|to do so|with it|from there|before that|since then|until then|during that"
    r"|one (?:is|was|reason|exception|consequence|result|possibility|problem|advantage"
    r"|explanation|difference|such)\b|one (?:[\w-]+ ){1,3}(?:is|was|involves|includes|can be|has been)\b(?! one\b)"
    r"|(?:some|most|many|several|none|all|each|neither|either|both|few|much|any|two|three|one) of (?:this|these|those|them|the)\b"
    r"|(?:some|most|many|several|all|few|others?|each|both|two|three|four|five) (?:are|were|is|was|have|has|had|do|did|can|may|will)\b"
    r"|(?:some|most|many|several|all|few|others?|both|two|three|four|five) (?:still |now |simply )?(?:involve|include|require|contain|occur|live"
    r"|consist|depend|belong|exist|begin|agree|believe|think|argue|suggest|tend|fail|seem|appear|develop|lack|eat|receive|take|make|go"
    r"|come|get|keep|provide|describe|explain|arise|differ|vary|die|survive)\b"
    r"|if,? however\b|those (?:infected|affected|involved) |(?:some|many|most|several|a (?:couple|number) of|a few) other\b|as in (?!the\b|an?\b)(?:\w+, |(?:[\w-]{1,30} ){0,3}[\w-]{1,30}[’']s (?:case|example)\b)|all "
    + _COUNTED
    + r"\b|of (?:these|those|the "
    + _COUNTED
    + r")\b"
    r"|(?:some |other |good )?examples? (?:include|are|of (?:this|these|such))|not all (?:of )?(?:these|are|the "
    + _COUNTED
    + r")\b|(?:exactly |just |quite )?the (?:reverse|opposite) (?:is|was|occurs|occurred|happens|happened|also|can|may|of this)\b|the (?:latter|former|same|above"
    r"|remaining|remainder|rest|others?|answer|resulting|corresponding|" + _COUNTED + r")\b"
    r"|the (?:teams?|researchers?|participants?|volunteers|experimenters?|investigators?) (?:\w{1,20}ly )?(?:\w{2,20}ed|found|chose|saw|gave|told"
    r"|showed|knew|felt|thought|were|was|had|did|then) (?!by\b)"
    r"|the (?:(?:biggest|central|core|key|main|major|primary|underlying) )?(?:results?|differences?|reasons?|idea|goal|problem|effect|purpose"
    r"|point|process|key|solution|outcome|procedure|combination|entire process|final result|end result|net result|question"
    r"|situation|trend|pattern|method|challenges?|difficulty|issue|task)"
    r" (?:is|are|was|were|has|had|can|may|will|begins|involves|continues|shows?|lies?)\b"
    r"|any other\b|(?:additional|more recent|more recently|later|equally|similar|different) (?!to\b)\w|similarly|among (?:them|these)"
    r"|between the two|with (?:this|these|that|both)|at (?:this|that)|to (?:this|that) end|of course|years? later|shortly|soon\b"
    r"|later,|earlier,|by (?:this|that)|if (?:necessary|needed|present|required)\b|(?:over|in|during|for|within) the (?:next|following|last|past|previous|preceding) |there,|once (?:there|inside|this|these)|upon (?:this|doing)|while there|not (?:only|surprisingly)"
    r"|an? (?:example|exception|consequence|result|alternative|advantage|disadvantage|similar)\b(?! (?:of|to|for) (?:a|an|the)? ?\w+ (?:of|is))"
    r"|a (?:well-known|common|good|classic|famous|notable|typical|simple) example\b(?! of)|the (?:best|most) \w+ examples? is\b)"
)
_LEANING_ASIDE = re.compile(
    r"(?<!;), (?:however|therefore|thus|for example|for instance|in contrast|by contrast|on the other hand|then|too|in turn|though"
    r"|moreover|consequently|hence|instead|meanwhile|nevertheless|nonetheless|in fact|indeed|likewise|of course|conversely"
    r"|furthermore|as a result|in addition|similarly|accordingly)[,.]"
    r"|^[^,;]{1,60} (?:therefore|thus|hence|consequently|however) "
    r"|^(?:(?!\b(?:because|since|so|if|when|as)\b)[^;:]){1,85} (?:is|are|was|were|can|could|may|must|will|has|have)"
    r" (?:therefore|thus|hence|consequently) "
)
# "Much of that fuel", "A gas at that limit is", "Those that live", "The newly formed cells", "The mass was again …",
# "To compensate, …"
_GOES_BACK = re.compile(
    r"(?:much|most|some|all|part|half|none|any|little|more|less) of that (?!which\b|of\b)\w"
    r"|(?:in|on|over|since|until|for|from|during|throughout|within|under|after|before|through)"
    r" that (?!(?:it|they|he|she|we|you|there|the|an?|each|some|all|of|which|who)\b)\w"
    r"|(?:an?|the) [\w-]+ (?:in|on|at|of|from|during|within|under|after|before|through|with) that (?!which\b)[\w-]+"
    r" (?:is|are|was|were|has|have|can|may|will)\b"
    r"|(?:if|when|once|because|although|while|since) that \w+ (?:is|are|was|were|has|had|can|does|did)\b|those (?:that|which)\b"
    r"|the (?:newly|previously|already|now) [\w-]+(?:ed|en| made|grown|built) (?!in\b|by\b|from\b|of\b)\w"
    r"|(?:the |an? )?(?:[\w'-]+ ){1,7}(?:is|are|was|were|has|have) (?:again|subsequently|likewise) \w"
    r"|as (?:one of|an?|the) [^,]{3,60}, (?:it|they|he|she)\b|if (?:correct|true|successful),?|at the (?:opposite|other) extreme\b"
    r"|the (?:[a-z]+ )?ones\b(?! (?:that|who|which|whose|with)\b)|an? (?:far|much|even|still) (?:greater|larger|smaller|higher|lower) number\b"
    r"|(?:while|although|though|because|since|if|when) both (?:types|kinds|forms|groups|methods|approaches|sides|models|theories) (?!of\b)\w"
    r"|(?:in [a-z]+, )?the (?:term|word|name) (?:is|was|has been|can be|may be) (?:also |now |often |usually |sometimes |generally )?(?:used|applied|reserved)\b"
    r"|(?:two|three|four|several|many) more \w+ (?:was|were|have|had)\b|the situation (?:changed|improved|worsened)\b"
    r"|the (?:[\w-]+ ){1,3}(?:of|in|for|between|behind) (?:its|their|his|her) \w"
    r"|(?:the |an? )?(?:[\w-]+ ){1,5}in turn (?!to\b|by\b)\w|in the meantime\b|similar to the \w|just as the \w|on one side of the \w"
    r"|(?:together |along )?with [^,.;:]{3,60} (?:he|she|they|it) [a-z]|by the process of elimination, the (?:only|most)\b|to (?:compensate|respond|adjust|illustrate|clarify|summarize|help|continue|avoid|prevent|accomplish|counter|offset)"
    r"(?: (?:this|it|that))?,|in a way,"
)
# "… is one such case", "Exceptions include …", "For the same reason …", "above that temperature": of what, a reader
# asks.
_OF_WHAT = re.compile(
    r"\bone such\b|\ban opposite (?:example|case|effect|result|trend)\b(?! (?:of|to|from)\b)|^exceptions? (?:include|are|is)\b|\b(?:is|are|was|were) (?:the|an) exceptions?\b(?! (?:to|of)\b)"
    r"|\b(?:for|by|on|in|follows?) the same (?:basic )?(?:reasons?|principles?|logic|token|pattern)\b|\bis (?:one|an) example\b(?! of\b)"
    r"|^[^\d;]{1,120}\b(?:above|below|beyond|until|before|after) that (?:temperature|point|pressure|limit|time|value)\b"
    r"|^[^,;]{1,120} (?:many|some|most|several|few|all) of them\.|^the causative agent\b|^(?!.*(?:, (?:and|so|but|which)\b|\bby [a-z]+ing\b)).{1,140}\bin (?:this|that) (?:way|manner|fashion)\.$|\b(?:has|have) one\.$"
    r"|^(?:the|an?|most|much|some|all) (?:[\w-]+ ){1,3}(?:that|which|who) (?:[\w-]+ ){1,3}(?:it|them)\b|^(?:(?!\b(?:first|one)\b).){0,160}\ban? (?:second|third|fourth|fifth|sixth) (?:type|kind|class|category|group|form|reason|example)\b|^the (?:first|second|third|last|next) to be\b"
)
# A story or an argument goes on: "Two years later, …", "Either way, …", "Doing so …".
_RESUMES = re.compile(
    r"once (?:again|more),|in practical terms,|in all (?:two|three|four|five|these) cases\b|among others,|as an? (?:[\w-]+ )?(?:result|consequence|outcome|response|reaction|reward),|no matter,|(?:much )?the same (?:holds|goes|applies)\b|unlike the (?:former|latter)\b|apart from that\b(?! of\b)|back then\b"
    r"|(?:whatever|regardless of) the (?:cause|reason|case|outcome|result|method)s?,|either way,|at any rate,|all the same,"
    r"|to make (?:matters|things) worse,|(?:true|granted|sure enough|more importantly|last but not least|for one thing),"
    r"|what(?:['’]s| is) more,|(?:doing|failure to do) so\b|the following (?:year|month|week|day|morning|spring|summer|autumn|winter),"
    r"|(?:about |roughly |almost |nearly |just |only |some |more than |less than )?(?:an?|a few|some|several|many|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|\d+)"
    r" (?:year|month|week|day|decade|centur|hour|minute|second)(?:s|y|ies)? (?:later|earlier|afterwards?),"
)
# "In other societies, …", "For other systems, …", "The first, …": the others, and what there are several of, stand in
# the sentence before.
_ONE_OF_SEVERAL = re.compile(
    r"(?:in|at|on|for|by|from|among|under|during) (?:some |many |most )?other (?!words\b)[a-z-]+\b(?! than\b)|the (?:first|second|third|last),"
)
# "A more accurate view is …", "Since fewer loans are made, …": more than what, a reader asks.
_OUTDOES = re.compile(
    r"an? (?:(?:even|still|far|much|somewhat|slightly) )?(?:more [\w-]+|less [\w-]+|better|broader|narrower|greater|simpler|closer"
    r"|bigger|larger|newer|later|earlier|stricter|wider|fuller|deeper|stronger|clearer) (?:view|concern|approach|definition"
    r"|explanation|way|method|example|problem|question|version|picture|description|reason|interpretation|measure|estimate"
    r"|technique|possibility|alternative|scenario|step|challenge|understanding|account|test|issue|advantage|danger|risk)\b"
    r"|(?:since|because) (?:fewer|less|more|even) \w|even (?:\w{3,8}er|more|less) \w"
)
_STILL_MORE = re.compile(
    r"\ban? even (?:more|less|\w{3,8}er)\b|\b(?:is|are|was|were|an?) much (?:more [a-z]+(?! and more\b)|less [a-z]+|(?:bigg|larg|small|high|low|great|eas|strong|weak|fast|slow|long|short|bett|hott|cool|brigh|faint|heavi|light|rich|thick|thin)t?i?er)\b"
    r"|\b(?:is|are|was|were|becomes?) (?:(?:more|less) [a-z]+|[a-z]{2,}ier)\.$"
)
_SIMILAR_TO_WHAT = re.compile(
    r"\b(?:has|have|had|with|found|gives?|gave) similar (?:results?|findings|effects?|conclusions?)\b(?! (?:to|as)\b)|\ba similar [\w-]+ ?(?!to\b|as\b|[\w-]+ (?:to|as)\b)"
)


def _points_back(words: tuple[str, ...]) -> bool:
    """Whether "this", "these", "those" or "such" refers to something that the sentence itself has not named."""
    for place, word in enumerate(words[:-1]):
        if word not in _POINTING:
            continue
        following = words[place + 1]
        early = place < _OPENING_WORDS
        if word == "such" and "as" in words[place + 1 : place + 4]:  # "such as frogs", "such animals as frogs"
            continue
        if words[place - 2 : place + 1] == ("and", "as", "such"):  # "are animals, and as such, …"
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


def _stands_for_something(words: tuple[str, ...]) -> bool:
    """Whether an early pronoun means what no word before it has named; "Sponges build their skeleton …" names it."""
    named = words[0] not in FUNCTION_WORDS
    for word in words[1:_PRONOUN_WORDS]:
        if word in _PRONOUNS and not (named and word in _OWN):
            return True
        named = named or word not in FUNCTION_WORDS
    return False


def _adds(words: tuple[str, ...], lower: str) -> bool:
    """Whether the main clause adds to or goes on from something before it ("X also …", "X then …")."""
    if "also" in words and "not only" not in lower and _adds_to_before(lower):
        return True
    if "then" not in words:
        return False
    done = _DONE_THEN.match(lower)
    return _GOES_ON.match(lower) is not None or (done is not None and _says_one_thing(done[1]))


def _says_one_thing(clause: str) -> bool:
    """No word in it that may join it to another clause."""
    words = _WORDS.findall(clause)
    return bool(words) and _JOINERS.isdisjoint(words) and "as well" not in clause


_WORDS = re.compile(r"[a-z]+")
_JOINERS = frozenset("and or but which who that while whereas although because where whose if".split())


def _adds_to_before(lower: str) -> bool:
    """Whether the first "also" that does not just give a second name adds to a sentence before.

    It may follow the subject, with an opening phrase before it ("In dry years, owls also …"), or stand inside an
    opening clause ("Although owls also …, they …"). Behind a condition or a concession it adds to that ("While owls
    hunt, they also …"), behind a joining word to what the sentence itself says ("Owls eat mice, but also …").
    """
    match = _ALSO.search(lower)
    if match is None or match.start() > _LATEST_ALSO:
        return False
    opening = lower[: match.start()]
    if _BREAKS_OFF.search(opening) is not None:
        return False
    *scene, clause = opening.split(",")
    if len(scene) > 1 or (scene and _SCENE.match(scene[0]) is None):
        return False
    return _says_one_thing(clause if scene else _SUBORDINATOR.sub("", clause))


# "also called" only names what the sentence speaks of a second time.
_ALSO = re.compile(r"\balso\b(?! (?:(?:be )?(?:called|known|termed|referred|named)|spelled|written)\b)")
_LATEST_ALSO = 140  # characters
_BREAKS_OFF = re.compile(r"[;:(—]")
_SCENE = re.compile(
    r"(?:to|in|at|on|during|for|from|within|among|under|over|through|throughout|across|after|before|by|until) (?!addition|contrast|comparison|conjunction|which|that)"
    r"|(?:when|while|after|before) \w+ing\b|\w+ly$|today$|sometimes$|often$|at times$"
)
_SUBORDINATOR = re.compile(r"^(?:although|though|while|whereas|because|since|if|when|as) ")
_GOES_ON = re.compile(r"(?:the |an? )?(?:[\w-]+ ){1,4}then \w")
_DONE_THEN = re.compile(r"([^,;:(—]{1,140}?) (?:is|are|was|were|can|will) then \w")

_SUCH_OPENS = frozenset("as that a an is was".split())
_POINTING = frozenset("this these those such".split())
_OPENING_WORDS = 8
_OF_ITSELF = frozenset(
    """process processes way ways effect effects case cases phenomenon mechanism condition conditions property
    properties is are was were can may has have means allows makes leads results causes type types kind of one and
    or in for""".split()
)


def _explains(following: str) -> bool:
    """Whether a word after "those" says which ones."""
    return following in _THOSE_EXPLAINED or following.endswith(("ed", "ing"))


_THOSE_EXPLAINED = frozenset(
    "who with of in that which whose from for on at without to made seen under between near outside above found known".split()
)
