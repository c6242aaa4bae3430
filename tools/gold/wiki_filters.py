"""Which pages of a wiki become gold: one reason for each that does not.

How we read what the papers leave to people:

*SciWiki* (thesis §3.1.1) keeps articles of class B, GA or FA, as ORES predicts it; its model is at Lift Wing now
(``predicted``). By default the class is that which Wikipedia's editors gave (PageAssessments), which can be asked for
50 pages at once. A stands between GA and FA there and is kept, FL is a list and is not. Projects that disagree are
outvoted by the most frequent class; of equally frequent ones the lower counts.

*Unrelated articles* (§3.1.2 a): an article has to match its topic 1:1. Where the title differs from the topic, people
looked: "Polygonum cuspidatum" stayed, which the article on *Reynoutria japonica* gives as a name for its subject,
"Moral philosophy" (*Ethics*) went. Nobody looks here: by default (``redirects="named"``) such a topic stays where the
article's lead has it word for word, and every one that stays is listed for a person to look at ("Moral philosophy"
would stay, were it named in the lead of *Ethics*); ``"none"`` leaves them all out, ``"all"`` none. A redirect into a
section never is its article.

*Interdisciplinary coverage* (§3.1.2 b): people left out articles that treat their topic in several domains
("Postmodernism"). Here an article is left out when the projects that assess it belong to more than ``most_fields``
fields (``wiki_projects``): it is a rule of thumb.

*FreshWiki* (Shao et al. 2024, §2.1): class B or better, no lists, no articles without subsections. *WikiGenBench* (§3):
1000 to 3000 words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from castalia.tools.gold.gold_pages import topic_key
from castalia.tools.gold.wiki_api import PageFacts
from castalia.tools.gold.wiki_html import WikiPage, walk, words_of
from castalia.tools.gold.wiki_projects import fields_of

B_OR_BETTER = ("FA", "A", "GA", "B")
_SCALE = ("FA", "FL", "A", "GA", "B", "C", "List", "Start", "Stub", "Unassessed")  # from the best down
_LISTS = frozenset({"fl", "list"})
_LIST_TITLE = re.compile(
    r"(?:Lists?|Index|Outline|Glossary|Timeline|Bibliography|Comparison|Table) of .|Lists? .{1,100} by ", re.I
)


@dataclass(frozen=True, slots=True)
class Rules:
    """``classes`` empty: any. ``redirects``: "named", "none" or "all". ``most_fields`` 0: any number. ``after`` and
    ``before``: dates (YYYY-MM-DD, both included) between which the page has to have been created, or ""."""

    classes: tuple[str, ...] = B_OR_BETTER
    min_words: int = 300
    max_words: int = 0
    redirects: str = "named"
    most_fields: int = 3
    subsections: bool = False
    predicted: bool = False  # whether the class is a model's prediction, not that of editors
    after: str = ""
    before: str = ""

    @property
    def need_classes(self) -> bool:
        """Whether the classes that editors gave have to be known, which say a page's projects as well."""
        return self.most_fields > 0 or (bool(self.classes) and not self.predicted)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Why something was left out: ``reason`` is one of few and counted, ``detail`` belongs to this one."""

    reason: str
    detail: str = ""


def refuse_facts(facts: PageFacts, rules: Rules) -> Verdict | None:
    """Why this page is no gold, from what the wiki knows of it; ``None`` where nothing speaks against it yet."""
    if facts.problem:
        return Verdict(facts.problem, facts.title if facts.title != facts.asked else "")
    if facts.namespace != 0:
        return Verdict("not an article", facts.title)
    if facts.is_disambiguation:
        return Verdict("disambiguation page", facts.title)
    if facts.fragment:
        return Verdict("redirect into a section", f"{facts.title}#{facts.fragment}")
    quality = quality_of(facts.classes)
    if facts.is_set_index or quality.casefold() in _LISTS or _LIST_TITLE.match(facts.title):
        return Verdict("list", facts.title)
    if rules.redirects == "none" and is_other(facts):
        return Verdict("redirect to another title", facts.title)
    if not rules.predicted and (verdict := refuse_quality(quality, rules)):
        return verdict
    fields = fields_of(facts.classes)
    if rules.most_fields and len(fields) > rules.most_fields:
        return Verdict("interdisciplinary", ", ".join(fields))
    return None


def refuse_quality(quality: str, rules: Rules) -> Verdict | None:
    """Why a page of this class is no gold."""
    if rules.classes and quality.casefold() not in {one.casefold() for one in rules.classes}:
        return Verdict("quality class", quality or "not assessed")
    return None


def refuse_created(created: str, rules: Rules) -> Verdict | None:
    """Why a page that was created at this moment is no gold."""
    day = created[:10]
    if (rules.after and day < rules.after) or (rules.before and day > rules.before):
        return Verdict("created outside the window", day)
    return None


def refuse_page(page: WikiPage, facts: PageFacts, rules: Rules) -> Verdict | None:
    """Why this page is no gold, from its text."""
    words = words_of(page)
    if words < rules.min_words:
        return Verdict("too short", f"{words} words")
    if rules.max_words and words > rules.max_words:
        return Verdict("too long", f"{words} words")
    if not page.sections:
        return Verdict("no sections")
    if rules.subsections and all(one.level == min(part.level for part in page.sections) for one in walk(page.sections)):
        return Verdict("no subsections")
    return refuse_name(facts, page.lead, rules)


def refuse_name(facts: PageFacts, lead: str, rules: Rules) -> Verdict | None:
    """Why a topic is not what the article with this lead is about, where a redirect led there."""
    if rules.redirects == "named" and is_other(facts) and f" {topic_key(facts.asked)} " not in f" {topic_key(lead)} ":
        return Verdict("redirect to another subject", facts.title)
    return None


def quality_of(classes: Mapping[str, str]) -> str:
    """The class that most projects give; of equally frequent ones the lower. "" where nobody has assessed the page."""
    known = {one.casefold(): at for at, one in enumerate(_SCALE)}
    counts = Counter(one.strip() for one in classes.values() if one.strip() and one.strip().casefold() != "na")
    if not counts:
        return ""
    return max(counts, key=lambda one: (counts[one], known.get(one.casefold(), len(_SCALE)), one))


def is_other(facts: PageFacts) -> bool:
    """Whether a redirect led to another title, beyond case, marks and the plural."""
    return bool(facts.redirects) and _stem(facts.asked) != _stem(facts.title)


def _stem(title: str) -> str:
    key = topic_key(title)
    return key[:-1] if key.endswith("s") and not key.endswith("ss") else key
