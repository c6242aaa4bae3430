"""Light nouns, as stems: those that say nothing on their own, alone or beside the topic's own words.

Which nouns say nothing in a claim is listed in ``noun_classes``.
"""

from __future__ import annotations

from castalia.tools.language.words import stem

LIGHT = frozenset(
    stem(word)
    for word in """example number way part case time year people study result process system type form amount level change effect use
    group kind thing term word name fact point problem question answer role feature area place side end region line state
    day hour century age life world man woman person child student book chapter figure table section author researcher
    scientist work research approach method model data information task set order variety range rate size value degree
    factor aspect issue idea concept view field condition situation event object material substance source cause
    reason difference similarity relationship combination addition presence absence increase decrease loss gain majority
    ability capability framework paradigm propensity tendency
    member individual body unit element component structure function property characteristic performance experiment
    evaluation analysis improvement challenge paper team setting scenario baseline statement definition observation
    sequence series reaction drug technique half evidence
    survey poll questionnaire respondent participant
    week month minute decade fraction proportion percentage ratio contribution pattern site""".split()
)
