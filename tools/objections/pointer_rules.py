"""Rules of pointing: to figures, to other places of the source, to the web. None of it is on the page. The table is at
the end."""

from __future__ import annotations

import re

from castalia.tools.objections.rules import Reading, Rule, cues, either, finds, finds_as_written, has_pair, pairs

_FIGURE_CUES = cues(
    """fig figs figure figures figurea figureb figurec table tables eq eqs equation equations scheme schemes plate plates diagram diagrams listing listings
    photo photos photograph photographs each dashed dotted red blue green orange purple yellow image images
    micrograph micrographs link links video videos graph graphs panel panels left right top bottom center middle part parts step
    accompanying text file data appendix column columns row rows"""
)
_FIGURE = either(
    r"\bs\d{1,2} (?:fig|table|text|file|data|appendix)\b|\b(?:figs?\.|figures?|tables?|eqs?\.|equations?|schemes?|plates?|listings?) ?\(?(?:s?\d|[a-h]\b|above\b|below\b)",
    r"\b(?:the|this|these|each|see|our|following|next|preceding|previous|above|accompanying|adjacent) (?:figures?(?:[a-h](?:, ?[a-h])*)?|diagrams?)\b",
    r"\b(?:this|these|see|our|following|next|preceding|previous|above|accompanying) (?:tables?|equations?|photos?|photographs?)\b",
    r"\b(?:the|this|these|our|accompanying) (?:photos?|photographs?|micrographs?|images?|graphs?|tables?|equations?)"
    r" (?:above|below|shows?|illustrates?|depicts?|lists?|gives?|compares?|summari[sz]es?|here)\b",
    r"\b(?:in|from|by|on|of) the (?:tables?|photographs?|accompanying \w+)(?: above| below|[.,;)])",
    r"^(?:figures?|tables?|diagrams?|photos?|graphs?) (?:shows?|illustrates?|depicts?|compares?|summari[sz]es?|lists?|presents?)\b",
    r"\b(?:shown|seen|pictured|depicted|drawn|illustrated) (?:at|on|to|in) the (?:left|right|top|bottom|center|middle|far left|far right)\b",
    r"^(?:at|on|to) the (?:left|right|top|bottom) (?:is|are)\b|\bon the (?:left|right) (?:shows?|illustrates?|depicts?)\b",
    r"\b(?:top|bottom|upper|lower)[ -](?:left|right)(?:[ -]hand)? (?:illustration|plot|graph|diagram|photo|image|drawing)s?\b",
    r"\bthe (?:first|second|third|fourth|fifth|last) (?:column|row|diagram|graph|panel) (?:shows?|gives?|offers?|lists?|represents?|indicates?)\b",
    r"\b(?:left|right|top|bottom|upper|lower) panel|\((?:left|right|top|bottom|center|middle)\)",
    r"\b(?:part|parts|panel|panels|step|image) \(?[a-h]\b",
    r"\beach (?:\w+ )?(?:point|dot|bar|arrow|curve|symbol|row|column|box|line|circle) (?:represents|shows|indicates|marks)\b",
    r"^each (?:section|row|column|entry) (?:is|was) (?:sorted|listed|ordered|arranged)\b",
    r"\b(?:dashed|dotted|red|blue|green|orange|purple|yellow) (?:lines?|curves?|arrows?|dots|bars|boxes)\b",
)


_UNNUMBERED = either(
    r"[(\[](?:(?:[Ss]ee|as in|[Ss]hown in) )?(?:[Ff]ig(?:ure)?s?\.?|[Tt]ables?|[Ii]mages?|[Ll]inks?|[Vv]ideos?|[Ee]quations?)[)\]]",
    r"\b(?:[Ii]n|of|from|by|[Ss]ee|to) (?:Figure|Table|Fig\.)(?![\w-]| [\w(])",
    r"^(?:Figure|Table) (?:shows|illustrates|depicts|diagrams|lists|presents|summari[sz]es|displays|gives|provides|compares|plots|contains|describes|outlines) ",
)


def _names_a_panel(reading: Reading) -> bool:
    """ "(b)" alone points into a figure; "(a) … (b) …" is a list."""
    marks = frozenset(_PANEL.findall(reading.text))
    return bool(marks) and not {"a", "b"} <= marks


_PANEL = re.compile(r"\(([a-h])\)")


# "From B to C", "at point P": letters of a drawing that is not there.
_POINT_CUES = cues(
    """from between at point points position positions choice like labeled labelled segment arrow observer observers
    numbered shift shifts shifted equilibrium demand supply price prices quantity curve level levels wage wages
    income output"""
)
_POINT = either(
    r"\b(?:[Ff]rom|between) [A-Z] (?:to|and) [A-Z]\b|\b(?:[Aa]t|[Pp]oints?|[Pp]ositions?|choice|like|labeled|labelled|segment|arrow) [A-Z](?:\b[,.;)]| and [A-Z]\b)",
    r"\b[Oo]bservers? [A-HJ-Z]\b(?!\.)|\b(?:circles|arrows|points|lines|dots|boxes) (?:numbered|labell?ed) ",
    r"\b(?:levels?|wages?|prices?|quantity|income|output) (?:of )?[A-Z][1-9]\b",
    r"\b(?![HKZ]0)[A-Z]{1,4}0\b|\b(?:to|from) (?:AD|AS|SRAS|LRAS|[DEPQS])[1-9]\b",
)
# "The quotient for mixture 2", "Ray 1 enters the lens": things that a drawing or an example numbers, and no measures
# ("a side 1 metre long").
_NUMBERED = (
    "mixture curve ray image car circuit side segment episode experiment scenario guideline electron sample trial"
    " beaker flask container"
).split()
_NUMBERED_CUES = frozenset(one + end for one in _NUMBERED for end in ("", "s"))
_NUMBERED_THING = rf"\b(?:{'|'.join(_NUMBERED)})s? [1-9]\b(?![.,]\d|[-–%×]| (?:to|or) \d| (?:percent|[mb]illion)\b| [a-z]*(?:met(?:er|re)|gram|second|minute|hour|day|lit(?:er|re)|inch)s?\b)"
# "The minus sign shows …": of an equation that is not quoted.
_SIGN_CUES = cues("sign")
_SIGN = r"^(?:The|A) (?:minus|negative|plus|positive) sign\b"
_PLACE_CUES = cues(
    """chapter chapters section sections subsection subsections example examples exercise exercises problem-solving
    textbook textbooks tutorial module lesson lessons lecture lectures derivation derivations discussion discussions scenario demonstration book text course
    box volume unit handbook summary entry faq manual documentation appendix case clinical objective objectives key check see"""
)
_PLACE = either(
    r"\bchapters?\b",
    r"\b(?:this|previous|next|earlier|preceding|following|above|later|final) (?:sub)?sections?\b|\b(?:sub)?sections? (?:\d|[a-z]\.\d|[a-z] of the\b|before\b|that follow)",
    r"\bthe (?:last|first|second|third) (?:sub)?section\b(?! of\b)",
    r"\b(?:lectures?|lessons?) that follows?\b|\b(?:this|next|last|previous|following) lectures?\b(?! (?:hall|tour)\b)",
    r"\b(?:last|next|previous|preceding|following) (?:two|three|four|few|several) (?:sub)?(?:sections|examples)\b(?! of\b)",
    r"\b(?:this|our|previous|next|earlier|preceding|following|above) (?:\w+ )?(?:examples?|exercises?|tutorial|module|lesson)\b",
    r"\b(?:this|our|previous|earlier|preceding|following) (?:derivation|discussion|scenario|demonstration)\b",
    r"\b(?:examples?|exercises?|discussions?|derivations?|sections?) (?:above|below)\b",
    r"\b(?:the|in the \w+) example\b(?! (?:for|par)\b)|\btextbooks?\b",
    r"\b(?:this|these|the|our|following|general|important|brief) problem-solving (?:strateg(?:y|ies)|steps|techniques?|methods?)\b",
    r"\bproblem-solving (?:hints?|tips?|procedures?)\b|\bproblem-solving strateg(?:y|ies) (?:for (?:this|use)|are stated)\b",
    r"\b(?:this|the present|our) (?:book|text|course|volume|unit|handbook|summary|entry|faq|appendix|documentation)\b|\b(?:in|of|throughout) this manual\b",
    r"\b(?:see|in) appendix\b|\bappendix [a-z]\b|\bcase in point\b|\bclinical focus\b",
    r"\b(?:discussed|described|explained|covered|explored|see) in the (?:\w+ )?box\b|\blearning objectives?\b|\bkey (?:terms|equations)\b|\bcheck your\b|, see\b|\bsee also\b",
)
_BACK_AND_FORTH_CUES = cues(
    """above below above-mentioned aforementioned foregoing following follows here earlier previously already just next
    later shortly elsewhere detail depth will shown seen noted mentioned discussed stated described indicated
    explained illustrated depicted pictured refer referred beginning start end left right page document"""
)
_BACK_AND_FORTH = either(
    r"\b(?:described|mentioned|discussed|noted|shown|listed|given|outlined|seen|as|stated|defined|explained|derived|see"
    r"|introduced|presented|illustrated|indicated|summari[sz]ed) (?:above|below)\b(?! (?:the|a|an|\d|it|sea|ground|average|zero|normal)\b)",
    r"\b(?:the|in) above\b(?! \d)|\babove-mentioned\b|\baforementioned\b|\bforegoing\b|\((?:above|below)\)",
    r"\bthe following\b(?! (?:days?|years?|months?|weeks?|morning|decades?|century|spring|summer|winter|generations?|two|three|few|several)\b)",
    r"\b(?:is|are|was|were) shown[.;)]|\b(?:lines?|curves?|situations?|points?|directions?|circuits?) shown(?:[.,;)]| \()",
    r"^(?:all |both )?the (?:[\w-]+ ){1,3}(?:above|below) (?:all |both |each )?(?:is|are|was|were|has|have|can|may|will|involves?|shows?|gives?"
    r"|describes?|represents?|contains?|refers?|uses?|apply|applies|lists?|come|comes)\b",
    r"^below (?:is|are) |^(?:on|to|at) the (?:left|right), |\b(?:at|from) the (?:bottom|top|foot) of (?:the|this) (?:page|document)\b",
    r"\bas follows\b|\bin what follows\b|\bfollowing (?:is|are)\b",
    r"\b(?:shown|seen|given|listed|described|presented|depicted|pictured|considered|discussed|used) here\b",
    r"\b(?:earlier|later|next) in (?:this|the (?:chapter|book|text|section|course))\b",
    r"\bwill be highlighted (?:later|below|next|shortly)\b",
    r"\bmore (?:on|about) (?:this|that) (?:later|below|in the (?:chapter|section))\b",
    r"\b(?:earlier|previously|already|just) (?:discussed|mentioned|described|noted|seen|introduced|learned|stated|derived"
    r"|explained|examined|covered|saw|considered)\b",
    r"\b(?:earlier|previous|preceding) \w+ (?:discussed|mentioned|described)\b",
    r"\b(?:discussed|mentioned|described|noted|introduced|seen|covered|defined|explained|derived|examined|treated|addressed"
    r"|considered|explored|presented|learned|stated|studied|saw) (?:\w+ )?(?:earlier|previously|later|next|shortly|elsewhere"
    r"|in (?:more|greater|further|some) (?:detail|depth))(?:[.,;)]| in\b| on\b)",
    r"\b(?:discussed|described|covered|explained|explored|examined) in (?:more |greater |further )?(?:detail|depth)\b",
    r"\bwill (?:only |also )?be (?:\w+ )?(?:reviewed|discussed|covered|described|explained|introduced|examined|explored|considered|presented"
    r"|addressed|treated|derived)\b",
    r"\bas (?:discussed|noted|mentioned|stated|described|indicated|explained)(?:,| (?:above|earlier|before|previously|in)\b)",
    r"\bas (?:shown|seen|illustrated|depicted|pictured)(?:[,.;)]| (?:above|earlier|before|previously|here|on the|in (?:part|fig"
    r"|equation|table|example|the (?:fig|left|right|table|photo|image|diagram|graph|example)))\w*\b)",
    r"^as (?:discussed|noted|mentioned|explained|described) (?!in\b|by\b|for\b|as\b)|\bexamples [^.]*\bwill be used\b|\blater on(?=\.| in\b)|\brefer(?:red)? back\b|\bat the (?:beginning|start|end) of this\b",
)
_TITLE_NAMED_CUES = cues(
    """described discussed covered explained presented introduced explored outlined profiled examined detailed
    mentioned reviewed detail read recall refer see more discusses explains describes explores points will"""
)
_TITLE_NAMED = either(
    r"\b(?:described|discussed|covered|explained|presented|introduced|explored|outlined|profiled|examined|detailed|mentioned"
    r"|reviewed|detail|read) in (?:The |A |An |How |What |Why )?[A-Z][a-z]+,? (?:and|of|in|the|for|to|with|[A-Z][a-z]+)\b",
    r"\((?:[Pp]rofiled|[Dd]escribed|[Dd]iscussed|[Cc]overed|[Rr]ecall|[Rr]efer|[Ss]ee|[Aa]lso see|[Mm]ore on)\b",
    r"^As (?:[A-Z][\w’-]* |and |of |the |in |for ){3,8}(?:discusses|explains|describes|explores|points out),",
    r"^(?!The )(?:[A-Z][\w’-]*,? ){1,5}and (?:[A-Z][\w’-]* ){2,6}"
    r"(?:discusses|explores|will (?:also )?(?:discuss|explore|probe|cover|examine|address)) ",
)


def _links(reading: Reading) -> bool:
    lower = reading.lower
    if "http" in lower or "www." in lower or "@" in lower or not _LINK_WORDS.isdisjoint(reading.bag):
        return True
    return _ADDRESS.search(lower) is not None or has_pair(reading, _LINK_PAIRS) or _GO_THERE.search(lower) is not None


_ADDRESS = re.compile(r"\.(?:com|org|net|edu|gov|io|html)\b")
_LINK_WORDS = cues("doi website websites webpage webpages click url")
_GO_THERE = re.compile(
    r"\b(?:visit|view|see|follow|open|explore|use|check|go to) this (?:site|link)\b"
)  # no binding site
_LINK_PAIRS = pairs(
    """web site/web sites/web page/web pages/this video/this animation/this interactive/this simulation/this applet
    this article/this clip/this podcast/this blog/following video/following link/following site
    these links/these videos/video clip"""
)

_ELSEWHERE_CUES = cues(
    """sidebar sidebars footnote footnotes endnote endnotes detail details detailed information explanation
    explanations description descriptions discussion discussions account accounts treatment"""
)
_ELSEWHERE = either(
    r"\b(?:in|see) (?:the |a |an )?(?:[\w-]+ )?(?:sidebars?|footnotes?|endnotes?)\b|^(?:the|this) (?:sidebar|footnote|endnote)\b",
    r"(?:\b(?:more|further|additional|full|fuller)|^the|^these) (?:detailed |complete |in-depth |practical )?"
    r"(?:details?|information|explanations?|descriptions?|discussions?|accounts?|treatments?)\b[^;]{0,90}"
    r" (?:is|are|can be|may be|will be) (?:found|given|provided|available|obtained) (?:in|at|on|from|under|elsewhere)\b",
)
_ANNOUNCED_CUES = cues(
    """earlier before previously will way truth simply remember reaction equation equations step example problem table
    final case above below paper page far understood explained follows symbol needed required necessary"""
)
_ANNOUNCED = either(
    r"\b(?:mentioned|introduced|discussed|described|encountered|presented) (?:earlier|before|previously)\b",
    r"\bwill (?:discuss|examine|explore|consider|describe|explain|review|cover)\b",
    r"^(?:by the way|in truth|simply put|remember)\b",
    r"\b(?:reaction|equation|step|example|problem) \d",
    r"\btable entr(?:y|ies)\b",
    r"\bthe final step is to\b",
    r"^in this case,",
    r"\b(?:simulation|animation|video|activity|photo|image|sketch|graph|diagram|graphic|passage) (?:above|below)\b"
    r"|\bthe (?:preceding|previous|above) (?:\w+ )?equations?\b|\bpoint(?:s|ing)? (?:into|out of) the (?:paper|page)\b",
    r"\b(?:dealt with|discussed|described|considered|mentioned|covered|encountered|presented|stated|studied) (?:so|thus) far\b|\bcan now be (?:understood|explained)\b"
    r"|^what follows (?:is|are)\b|^the symbol [^\w\s]{1,2} ",
    r"\ban? (?:different|new|better) (?:[\w-]+ ){1,3}(?:is|was) (?:needed|required|necessary)\.?$",
)

POINTERS: tuple[Rule, ...] = (
    Rule("figure", "points to a figure or table", finds(_FIGURE), _FIGURE_CUES),
    Rule("figure", "points to a figure or table that lost its number", finds_as_written(_UNNUMBERED), _FIGURE_CUES),
    Rule("figure", "points to one panel of a figure", _names_a_panel),
    Rule("figure", "points into a drawing", finds_as_written(r"\b[A-Z]′")),
    Rule("figure", "points into a drawing", finds_as_written(_POINT), _POINT_CUES),
    Rule("figure", "points to a numbered thing of a drawing or an example", finds(_NUMBERED_THING), _NUMBERED_CUES),
    Rule("figure", "points into an equation", finds_as_written(_SIGN), _SIGN_CUES),
    Rule("pointer", "points to another place of its source", finds(_PLACE), _PLACE_CUES),
    Rule("pointer", "points to another place of its source", finds(_BACK_AND_FORTH), _BACK_AND_FORTH_CUES),
    Rule("pointer", "points to another place of its source", finds_as_written(_TITLE_NAMED), _TITLE_NAMED_CUES),
    Rule("pointer", "points to another place of its source", finds(_ANNOUNCED), _ANNOUNCED_CUES),
    Rule("pointer", "points to where more is told", finds(_ELSEWHERE), _ELSEWHERE_CUES),
    Rule("link", "points to a web page, film or file", _links),
)
