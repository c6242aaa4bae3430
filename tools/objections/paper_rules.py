"""Rules of papers: sentences that report on their own paper, on what was done in one study, or on the score of one
system. The table is at the end."""

from __future__ import annotations

import re

from castalia.tools.objections.rules import Reading, Rule, always, cues, either, finds, holds, pairs

_PAPER_WORDS = cues(
    """outperform outperforms outperformed outperforming state-of-the-art state-of-the-arts sota baselines github
    subtask subtasks submissions ablation ablations semeval camera-ready novelty open-sourced authors"""
)
_PAPER_PAIRS = pairs(
    """this paper/this study/this article/this survey/this thesis/this report/this contribution/this submission
    this work/present paper/present study/present work/current study/current paper/the author/this letter/this note
    this research/this tutorial/this demo/this review/this dissertation/shared task/shared tasks/publicly available
    publicly released/publicly accessible/openly available/freely available/newly proposed/the proposed
    proposed method/proposed methods/proposed model/proposed approach/proposed framework/proposed algorithm
    proposed system/proposed technique/is proposed/are proposed/future work/future research
    future studies/future directions/code will/available online/available upon/released on/our contributions
    contributions are/contribution is/position paper/art models/art methods/art performance/art results
    best performing/experimental results/experimental evaluation/extensive experiments/extensive evaluations
    empirical results/empirical evaluation/empirical evaluations/empirical findings/comprehensive experiments
    comprehensive evaluation/comprehensive evaluations/thorough experiments/human evaluation/human evaluations
    automatic evaluation/automatic evaluations/in-depth analysis
    qualitative analysis/quantitative results/experiments across
    experiments demonstrate/experiments reveal/experiments indicate/results on/results show/results demonstrate
    results indicate/results reveal/results suggest/results confirm/results highlight/results across
    findings suggest/findings show/findings reveal/findings indicate/findings highlight/findings demonstrate
    findings underscore/findings emphasize/analysis reveals/analysis shows/analysis demonstrates/analysis indicates
    analysis suggests/analyses reveal/analyses show/evaluation shows/evaluations show/evaluations demonstrate
    evaluation results/evaluations reveal/evaluations on/core idea/key idea/initial results/preliminary results/promising results
    consistent gains/consistent improvements/significant gains/f1 score/f1 scores/macro f1/micro f1/baseline model
    baseline models/baseline system/baseline systems/baseline method/baseline methods/strong baseline
    baseline implementation"""
)
_PAPER_CUES = cues(
    """module strategy mechanism framework algorithm network objective loss pipeline results findings experiments
    experiment evaluations evaluation analysis analyses experimental ablation ablations best best-performing top
    top-performing winning code codes total novel new validated evaluated benchmarked improvement improvements gain gains"""
)
_PAPER = either(
    r"\b(?:results|findings|experiments?|evaluations?|analys[ei]s) (?:on|across|from|with|in|of|using) [^,;]{1,80} (?:shows?"
    r"|demonstrates?|indicates?|reveals?|confirms?|suggests?|highlights?|underscores?|validates?|demonstrated|revealed)\b",
    r"\b(?:our|extensive|comprehensive|thorough|rigorous|preliminary|comparative|numerical|quantitative|qualitative|empirical|through)"
    r" experiments\b",
    r"\bour codes?\b|^(?:the )?(?:source )?codes? (?:is|are|and|for)\b|\bcodes?,? (?:and|&) (?:the )?(?:data|datasets?|models?|scripts?)\b",
    r"^in total\b|\bin total[,.;)]",
    r"\bto the best of\b",
    r"\b(?:results|findings|analys[ei]s) (?:also |further |clearly |consistently )(?:shows?|reveal\w*|demonstrates?|indicates?|suggests?)\b",
    r"\b(?:module|strategy|mechanism|framework|algorithm|network|objective|loss|pipeline) (?:is|are|was) (?:\w+ )?(?:designed|devised"
    r"|introduced|adopted|employed|proposed)\b",
    r"\b(?:a|an|two|three|several|this) (?:\w+ )?(?:novel|new) (?:[\w-]+ ){0,4}(?:methods?|approach|approaches|frameworks?"
    r"|models?|datasets?|data set|benchmarks?|techniques?|architectures?|paradigms?|algorithms?|metrics?|tasks?|corpus|pipelines?)\b",
    r"\bthe (?:best|top|winning)[ -](?:performing |ranked )?(?:model|system|submission)",
    r"\b(?:has|have|were|been) (?:\w+ )?(?:validated|evaluated|benchmarked) (?:on|across|in|against) |\ball evaluated \w+",
    r"\b\d ?(?:%|percentage|absolute)(?: absolute| relative)?(?: points?)? (?:improvements?|gains?)\b",
)

_STUDY_CUES = cues("study paper work authors researchers")
_STUDY = either(
    r"\bthe (?:study|paper|work|authors) (?:aims?|investigates?|examines?|explores?|proposes?|presents?|introduces?|address(?:es)?"
    r"|focuses|uses)\b",
    r"^here,? the (?:researchers|authors)\b",
    r"\b(?:eligible for|enrolled in|participants in) the study\b",
)


def _scores(reading: Reading) -> bool:
    if _SCORE_CUES.isdisjoint(reading.bag) and _NUMBER.search(reading.lower) is None:
        return False
    return any(
        _NUMBER.search(found["what"]) or (found["one"] and not found["perfect"])
        for found in _SCORE.finditer(reading.lower)
    )


_SCORE_CUES = cues("accuracy bleu rouge score scores performance auc wer points")
_NUMBER = re.compile(r"\d")
# A figure, or what "achieves high accuracy"; what many systems "achieve" or "have achieved" is no score of one.
_SCORE = re.compile(
    r"\b(?P<perfect>(?:ha(?:s|ve|d|ving)|been|being) (?:[a-z]+ly |also |been )?)?"
    r"(?:achiev|attain|obtain|yield|surpass|exceed|improv|gain|boost|deliver|scor|exhibit|demonstrat|enhanc)(?:(?P<one>e?s|e?d)\b|\w{0,4}\b) "
    r"(?P<what>(?:\S+ ){0,8}(?:accuracy|bleu|rouge|scores?|performance|auc|wer\b|\d+(?:\.\d+)? ?%|points\b|\d+(?:\.\d+)?[x×]))"
)

# What was done to whom in one study ("blood samples were collected"); with a date or a "first" it may be history.
_DONE_CUES = cues(
    """used performed calculated extracted collected obtained assessed measured analysed analyzed included excluded classified assigned evaluated
    computed estimated compared examined investigated conducted recorded tested isolated prepared purified incubated cultured stained washed
    harvested transfected infected injected randomized randomised recruited enrolled selected scored normalized normalised treated
    quantified monitored sequenced amplified cloned generated retained adjusted fitted plotted sampled counted approved purchased provided
    administered"""
)
_DONE = re.compile(
    rf"\b(?:was|were) (?:\w+ly |also |then |not )?(?:{'|'.join(sorted(_DONE_CUES))})\b(?! (?:fe)?male at birth| at birth)"
)
_DATED = re.compile(
    r"\b1\d{3}s?\b|\b20[0-2]\d\b|\bcentur(?:y|ies)\b|\bfirst\b|\bancient\b|\b(?:origin|former|historic|initial|tradition)(?:al)?ly\b"
)


def _reports(reading: Reading) -> bool:
    return _DONE.search(reading.lower) is not None and _DATED.search(reading.lower) is None


# "The effects on … are discussed.": the paper does so, the page does not.
_ANNOUNCED_CUES = cues(
    """analyzed analysed studied investigated examined presented discussed reviewed evaluated clarified here shown argued
    concluded demonstrated found"""
)
_ANNOUNCED = either(
    r"\b(?:is|are|has been|have been) (?:\w+ly |also |then |now |\w+ed and |found and )?(?:analy[sz]ed|studied|investigated|examined|presented"
    r"|discussed|reviewed|evaluated|clarified)(?: (?:in detail|numerically|analytically|as well|too))?\.$",
    r"^it is (?:(?:also|then|further|thus|therefore|hence|finally|explicitly) )?(?:shown|argued|concluded|demonstrated|found) (?:that|how)\b",
    r"\b(?:explained|shown|studied|presented|considered|calculated|discussed|proposed|examined) here\b",
)

_STATISTICS = either(
    r"\bp ?[<=>≤≥] ?0?\.\d|\bp-values? (?:of|was|were|<)|\b95 ?% (?:ci|confidence interval)|\bn ?= ?\d",
    r"\b(?:odds|hazard|rate|risk) ratios? (?:of|was|were|[(=]|\d)",
)

_PRAISE = either(
    r"\b(?:garner|attract|receiv|gain|draw)\w{0,4} (?:\w+ ){0,3}(?:attention|interest|traction|popularity|momentum)\b",
    r"\b(?:exceptional|outstanding|excellent|superior|strong|great|notable|significant|prominent|prevalent) (?:[\w-]+ ){0,2}"
    r"(?:performance|capabilit(?:y|ies)|abilit(?:y|ies)|success|potential|promise|progress|advance(?:ment)?s?|challenges?)\b",
    r"\b(?:heated|pivotal|remarkabl\w{1,2}|impressive\w{0,2}|promising|unprecedented|tremendous|revolutioni[sz]\w{1,4}|cornerstone)\b",
    r"\b(?:rapid|swift|growing|increasing|recent|ongoing|widespread) (?:advance|advancement|development|evolution|growth|progress"
    r"|proliferation|adoption|popularity|prevalence|interest|success|rise|surge)s?\b",
    r"^(?:most|many|prior|previous|existing|current|recent) (?:\w+ ){0,2}(?:work|works|studies|research|efforts|methods|approaches)\b",
    r"\b(?:under-?explored|overlooked|understudied|little attention|remains? (?:a |an )?(?:open|major|key|significant) )",
)

PAPERS: tuple[Rule, ...] = (
    Rule("paper_talk", "reports on its own paper", always, _PAPER_WORDS),
    Rule("paper_talk", "reports on its own paper", holds(_PAPER_PAIRS)),
    Rule("paper_talk", "reports on its own paper", finds(_PAPER), _PAPER_CUES),
    Rule("paper_talk", "reports on its own paper", finds(_STUDY), _STUDY_CUES),
    Rule("paper_talk", "announces what its paper does", finds(_ANNOUNCED), _ANNOUNCED_CUES),
    Rule("score", "reports the score of one system", _scores),
    Rule("study", "reports what was done in one study", _reports, _DONE_CUES),
    Rule("study", "gives the statistics of one study", finds(_STATISTICS)),
    Rule("praise", "says that something matters rather than what it is", finds(_PRAISE), soft=True),
)
