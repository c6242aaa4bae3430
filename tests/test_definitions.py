"""Definitions of a topic score, statements about it do not, and the name that is defined can be told."""

from __future__ import annotations

import time
import timeit

import pytest
from castalia.tools.language.topic_names import short_name
from castalia.tools.topic.definitions import FAIR, defines, definition_subject
from castalia.tools.topic.name_definitions import definition_score
from castalia.tools.topic.named_last import names_last
from castalia.tools.topic.topic_definition import PARDON, _pardon
from hypothesis import given, settings
from hypothesis import strategies as st

CLEAR = [
    ("Wings are limbs that carry a bird through the air.", "Wing"),
    ("A painting is a work of art that is made with paint.", "Paintings"),
    ("Sound is one type of wave that runs through air.", "Sound"),
    ("Tides are composed of two waves that run around the globe.", "Tide"),
    ("Money is essentially a promise that others believe.", "Money"),
    ("An enzyme is a protein that speeds up a chemical reaction.", "Enzyme"),
    ("Enzymes are proteins that speed up chemical reactions.", "Enzyme"),
    ("Three-dimensional (3D) printers are machines that build a body layer by layer.", "3D printer"),
    ("A deoxyribonucleic acid (DNA) ladder is a solution of strands whose lengths are known.", "DNA ladder"),
    ("Bone, or osseous tissue, is a hard tissue that forms the skeleton.", "Bone"),
    ("Bone, or osseous tissue, is a hard tissue that forms the skeleton.", "osseous tissue"),
    (
        "Machine translation (MT) is the translation of text by a computer that learns from examples.",
        "Machine translation",
    ),
    ("Machine translation (MT) is a field that studies translation by computer.", "MT"),
    ("Money refers to an object that a society accepts as payment.", "Money"),
    ("The second law of tides states that each pool fills twice a day.", "Second law of tides"),
    ("Conflict theory holds that groups of a society contend for what is scarce.", "Conflict theory"),
    ("A person’s temperament is a manner of meeting what is new that lasts for life.", "Temperament"),
    ("A mutation is defined as a lasting change in the DNA of a cell.", "Mutations"),
    ("The idea of rank refers to the order that a society gives its members.", "Rank"),
    ("The term homeostasis means that the inside of the body is kept steady.", "homeostasis"),
    ("In chemistry, a catalyst is a substance that makes a reaction faster.", "catalyst"),
    ("Electronegativity is a measure of how strongly an atom attracts electrons.", "Electronegativity"),
    ("Thermodynamics is the study of heat and work.", "Thermodynamics"),
    ("Bacteria are single cells that have no nucleus.", "Bacterium"),
    ("The immune system is a collection of cells that fight disease.", "Immune system"),
    ("Malaria is a serious infectious disease that parasites cause.", "Malaria"),
    ("Guilds are voluntary, organized groups that protect a common trade.", "Guild"),
    ("Rumors are oversimplified stories about other people.", "Rumor"),
    ("Geysers are very hot and immensely tall springs, often louder than thunder.", "Geyser"),
    ("Enzymes (from a Greek word that means “in yeast”) are large proteins made up of chains.", "Enzyme"),
    ("Vacuoles are an important type of organelle in plants.", "Vacuole"),
    ("Botany is the study of how plants live.", "Botany"),
    ("Today, torpor is defined as a state in which an animal saves warmth.", "Torpor"),
    ("A motor neuron is a nerve cell that moves a muscle.", "Motor neuron"),
    ("Minor torpor, also known as rest, is characterized by lowered warmth and slow breath.", "Minor torpor"),
    ("Minor torpor, also known as rest, is a state that saves warmth.", "Rest"),
    ("The alkanes are saturated compounds—that is, compounds of single bonds only.", "Alkane"),
    ("Cyanobacteria are oxygen-producing bacteria of lakes and seas.", "Cyanobacteria"),
    ("Halogens are nonmetallic elements that form salts.", "Halogen"),
    ("A pebble is a relatively small stone that water has rounded.", "Pebble"),
    ("The kidneys are bean-shaped, paired organs that filter the blood.", "Kidney"),
    ("Grief is often viewed as a long process that changes with time.", "Grief"),
    ("Thirst means that a body wants more water than it has.", "Thirst"),
    ("Doldrums are primarily a state in which a sailor has nothing to do.", "Doldrums"),
    ("Slipping is mainly a loss of grip that wet ropes bring about.", "Slipping"),
    ("Mark–recapture sampling is a method that counts fish.", "mark-recapture sampling"),
    ("Wave-particle duality is a property that light has.", "Wave–particle duality"),
    ("Vitamin K is a vitamin that helps blood to clot.", "Vitamin K"),
    ("Vitamin A is a fat-soluble vitamin that the eye needs.", "Vitamin A"),
    ("Hepatitis A is a disease of the liver that dirty water spreads.", "hepatitis A"),
    ("Meiosis I is the division of a cell that parts paired chromosomes.", "Meiosis I"),
    ("Down syndrome is a condition that a third chromosome causes.", "Down syndrome"),
    ("The US economy is an economy that rests on services.", "US economy"),
    ("Top speed is often defined to be the speed that nothing drives any further.", "Top speed"),
    ("The lighthouse effect is a rise in sales that a bright sign brings about.", "Lighthouse effect"),
    ("A type 3 kite is a kite that has no tail.", "Type 3 kite"),
    ("Problem finding is the practice of asking what is wrong before anybody else does.", "Problem finding"),
    ("The girth of a tree is the length of a line around its trunk.", "Girth"),
    ("The harbour market is the term that sailors use for the places where they meet.", "Harbour market"),
    ("The Harbour Reform was a political change that gave the port to the town.", "Harbour Reform"),
    ("Ada Quay was a Danish rope maker and philosopher.", "Ada Quay"),
    ("Ada Quay (1820–1895) was an English physiologist and writer.", "Ada Quay"),
    ("Ada Quay was a specialist in knots.", "Ada Quay"),
    ("Slackness can be defined as the share of a rope that carries no load.", "Slackness"),
    ("Slackness has been described as a measure of how little a rope carries.", "Slackness"),
    ("The sailor's dilemma is a game in which both players lose by waiting.", "Sailor's dilemma"),
    ("In naval architecture and rope making, splicing is an art that joins two ropes without a knot.", "Splicing"),
    ("The real price is the value of what a buyer goes without.", "Real price"),
    ("Sponge staining is a procedure that shows the cells of sponges.", "Sponge stain"),
    ("Torpor is a contested subject that asks how warmth is saved.", "Torpor"),
    ("Torpor is by definition a state in which an animal saves warmth.", "Torpor"),
    ("The common cold is a generic term for a variety of mild infections of the nose.", "Common cold"),
    ("Carditis is an umbrella term for inflammations of the heart.", "Carditis"),
    ("Torpor refers to a state in which warmth is saved, while the heart slows.", "Torpor"),
    ("Sapwood is a spongy living tissue critical to the rise of water.", "Sapwood"),
    ("Splicing is a task common to sailors.", "Splicing"),
    ("Named after Ada Holm, Holm looping is the production of a loop by turning a rope twice.", "Holm looping"),
]
NONE = [
    ("The labor is hands-on and often tiring, such as digging or mowing.", "Labor"),
    ("Ferries are long-term and costly to build.", "Ferry"),
    ("Tides are mostly of no concern to the harbour.", "Tide"),
    ("Antibiotics are often prescribed for sore throats.", "Antibiotic"),
    ("Enzymes are effective in warm water.", "Enzyme"),
    ("A vitamin is an organic compound that a body cannot make.", "Vitamin A"),
    ("Enzymes are also proteins that may be cut.", "Enzyme"),
    ("Enzymes are found in every cell.", "Enzyme"),
    ("Malaria is pervasive worldwide and kills many children.", "Malaria"),
    ("Sleep is a major factor in health.", "Sleep"),
    ("The ethmoid bone is a small bone of the skull.", "Bone"),
    ("Bone is hard and many of its functions depend on that.", "Bone"),
    ("The bones are held together by cartilage.", "Bone"),
    ("In this case, the enzyme is a catalyst of the wrong kind.", "Enzyme"),
    ("Because cells have no mitochondria, glycolysis is the only way to make ATP.", "Glycolysis"),
    ("What is an enzyme?", "Enzyme"),
    ("Stress harms every organ, and the immune system is no exception.", "Immune system"),
    ("An enzyme is a protein that speeds up a reaction.", "protein"),
    ("An enzyme is a protein.", ""),
    ("", "Enzyme"),
    ("Geysers are much hotter than that.", "Geyser"),
    ("Dolphins are intelligent and eat fishes.", "Dolphin"),
    ("Enzymes are broken down in the cells.", "Enzyme"),
    ("Nurses are given masks that cover the mouth.", "Nurse"),
    ("Rivers are important and useful for farms.", "River"),
    ("Kidneys are most active in babies.", "Kidney"),
    ("The ferry is opposite the lighthouse, which means that its beam crosses the deck.", "Ferry"),
    ("Ferries are worth a fortune that no town can spare.", "Ferry"),
    ("The halogens (group 17) are very reactive, readily form ions in water.", "Halogen"),
    ("Field lines are continuous, forming closed loops around a wire.", "Field line"),
    ("Particles are measured using counters that stop them.", "Particle"),
    ("Fingers are fully developed, and fingerprints can be seen.", "Finger"),
    ("Skull bones are closely opposed and dense tissue fills the gap.", "Skull bone"),
    ("The Supreme Court holds that a school has to be open to all.", "Supreme Court"),
    ("The second example of a tide is a small one.", "Second example of a tide"),
    ("Play is considered evidence that a child is well.", "Play"),
    ("The main effect is a loss of heat.", "Main effect"),
    ("The kite was a sight that nobody forgot.", "Kite"),
    ("Slackness was a twist, and a checklist helped.", "Slackness"),
    ("Slackness was a major factor.", "Slackness"),
    ("Ada Quay was a physiologist, not a psychologist.", "Ada Quay"),
    ("Kites can be characterized by their weight.", "Kite"),
    ("Kites may be a danger that pilots fear.", "Kite"),
    ("Part of the garden is a wall that keeps out the wind.", "Part of the garden"),
    ("The wall of the garden is a row of stones that keeps out the wind.", "Wall"),
    ("Kites are even flown during storms.", "Kite"),
    ("A depressant is a drug that slows the nerves.", "Depression"),  # one stem, but one does and one is done
    ("A polymer is a molecule that is made of many small ones.", "Polymerization"),
    ("A farm is a place where grain is grown.", "Farming"),
    ("Farming is the practice of growing grain.", "Farm"),
    ("The tide law is valid because the Moon pulls at the water.", "Tide law"),
    ("Splicing is the basis for most rope making, the mending of nets and the rigging of ships.", "Splicing"),
    ("The tide tables are correct, but no table helps in a storm.", "Tide table"),
]


@pytest.mark.parametrize(("sentence", "topic"), CLEAR)
def test_a_definition_of_the_topic_scores_at_least_fair(sentence: str, topic: str) -> None:
    assert defines(sentence, topic) >= FAIR


@pytest.mark.parametrize(("sentence", "topic"), NONE)
def test_a_statement_about_the_topic_is_no_definition(sentence: str, topic: str) -> None:
    assert defines(sentence, topic) < 0.3


@pytest.mark.parametrize(
    ("better", "worse", "topic"),
    [
        ("An enzyme is a protein that speeds up reactions.", "Enzymes are proteins.", "enzyme"),
        (
            "An enzyme is a protein that speeds up reactions.",
            "A protein that speeds up reactions is called an enzyme.",
            "enzyme",
        ),
        ("Money refers to an object that is accepted as payment.", "Money is a problem in many homes.", "money"),
        ("Limpets are soft bottom animals that graze.", "Limpets are good test animals that graze.", "limpet"),
        (
            "A galaxy is a system of stars held by gravity.",
            "The Galaxy is a large system of stars held by gravity.",
            "galaxy",
        ),
        (
            "Memory is the set of processes that store information.",
            "Memory is one of the oldest subjects of study.",
            "memory",
        ),
        ("A comet is a body of ice that orbits the Sun.", "A comet was a body of fear that crossed the sky.", "comet"),
        ("Redox is a reaction in which electrons move.", "Redox is an important challenge.", "redox"),
        ("Platelets are fragments of larger cells.", "Platelets are key players in clotting.", "platelet"),
        ("Scurvy is a disease that a lack of fruit causes.", "Scurvy is a diagnosis that doctors miss.", "scurvy"),
        (
            "The epidermis is the outermost layer of the skin, and it is thin.",
            "The thin upper layer is called the epidermis.",
            "epidermis",
        ),
        ("Torpor is a state of rest.", "Torpor is a deeply contested subject, despite work that goes on.", "torpor"),
        (
            "Torpor is an important step that spares warmth.",
            "Torpor is an important step, which spares warmth.",
            "torpor",
        ),
        ("Torpor is a state of rest.", "Torpor is a socially shaped concept.", "torpor"),
        (
            "Envy is an emotion that wants what others have.",
            "Envy refers to feelings, while theft refers to acts.",
            "envy",
        ),
        ("Dunes are heaps of sand.", "Dunes are tiny, far too small for a map.", "dune"),
        ("Basalt is the dark rock of the sea floor.", "Basalt is a dark rock; therefore, snow melts on it.", "basalt"),
        ("Petals are modified leaves of a plant.", "Petals are often the showiest part of a plant.", "petal"),
        ("Petals are modified leaves of a plant.", "Petals are the brightest part of a plant.", "petal"),
        ("Basalt is a rock.", "Basalt is a dark rock and most ships must carry some of it.", "basalt"),
        ("Basalt is a dark rock and sometimes must be cut.", "Basalt is a rock.", "basalt"),
        ("Basalt is a rock, and most ships must carry it.", "Basalt is a rock and most ships must carry it.", "basalt"),
        ("The delta is the place where a river ends.", "A place where a river ends is called a delta.", "delta"),
        ("Molting is the more frequent loss of hair.", "Molting is the loss of hair, but not of skin.", "molting"),
        ("Limpets are flat snails.", "Limpets are snails.", "limpet"),
        ("Culling is the survival of the strong.", "Culling is the privilege of the strong.", "culling"),
        ("A herd comprises females and their young.", "A herd comprises 30 animals and their young.", "herd"),
        ("A herd comprises females and their young.", "A herd comprises an estimated 30 animals.", "herd"),
        ("Scurvy is a disease of sailors.", "The word scurvy means torn belly in old Dutch.", "scurvy"),
    ],
)
def test_better_definitions_score_higher(better: str, worse: str, topic: str) -> None:
    assert defines(better, topic) > defines(worse, topic)


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("An enzyme is a protein that speeds up reactions.", "enzyme"),
        ("The rubella virus is an enveloped virus that is found in the throat.", "rubella virus"),
        ("Diffusion of water through a membrane is a process called osmosis.", "osmosis"),
        ("These broad areas of tissue are called fontanelles.", "fontanelles"),
        ("Zero elasticity refers to the case in which price has no effect.", "Zero elasticity"),
        ("Nevertheless, the cell is alive.", ""),
        ("One example is the heart.", ""),
        ("It is a protein.", ""),
        ("Cells divide in two.", ""),
        ("", ""),
    ],
)
def test_the_name_that_a_sentence_defines(sentence: str, name: str) -> None:
    assert definition_subject(sentence) == name


@pytest.mark.parametrize(
    ("sentence", "topic"),
    [
        ("Molting, the loss of old feathers, takes three weeks.", "Molting"),
        ("Each pupil earns a mark called a swimming score (SS).", "Swimming score"),
        ("A long wait at the pool is known clinically as swimming rest.", "Swimming rest"),
        ("The order of the beads on a string is called the bead pattern of the string.", "Bead pattern"),
        ("The tide leaves a line of weed and shells that sailors call the wrack line.", "Wrack line"),
        ("Ebb and slack are phases of the tide that pilots wait for.", "Slack"),
        ("Ebb and slack are phases of the tide that pilots wait for.", "Ebb"),
        ("The rare skin disease tarfoot is an inflammation that old ropes bring about.", "Tarfoot"),
        ("The keel gland is a small organ that keeps the feathers dry.", "Keel"),
        ("The pontoon—a flat float that carries a bridge—rises and sinks with the tide.", "Pontoon"),
    ],
)
def test_a_sentence_on_something_else_may_define_the_topic(sentence: str, topic: str) -> None:
    assert definition_score(sentence, topic) >= 0.85
    assert definition_score(sentence, topic.split()[0] + " weather") == 0.0


@pytest.mark.parametrize(
    ("sentence", "topic", "says"),
    [
        ("The harbour master counts thousands of buoys—floats that mark the channel—each year.", "Buoy", True),
        (
            "Voss was the first to defend the drift theory of ice, which states that ice follows the wind.",
            "Drift theory of ice",
            True,
        ),
        (
            "Many kinds of gauges fall under the name of tide gauges, which use floats to measure the sea.",
            "Tide gauge",
            True,
        ),
        ("Along the coast stand piers, locks and buoys—things that ships strike in fog.", "Buoy", False),  # said of all
        ("The mooring of light buoys—chains that hold in a storm—is costly.", "Buoy", False),  # of a kind of them
        ("The chain holds the weight of the buoy, which stretches it.", "Buoy", False),
        ("Divers tend the lamps of buoys, which use up gas.", "Buoy", False),
    ],
)
def test_what_stands_right_behind_the_name_may_say_what_it_is(sentence: str, topic: str, says: bool) -> None:
    assert (names_last(sentence, topic) >= 1) == says


@pytest.mark.parametrize(
    ("sentence", "topic", "says"),
    [
        ("A lack of fresh fruit on board causes scurvy, a disease marked by bleeding gums.", "Scurvy", True),
        ("Much of this salt is won by graining, the slow process by which brine loses its water.", "Graining", True),
        ("The town levies a quay toll, a fee that every ship pays for its berth.", "Quay toll", True),
        ("The pilots fear the race, a stretch of water that turns with the tide.", "Race", True),
        (
            "Given the sun of the coast, there are pans for graining: the process by which brine loses its water.",
            "Graining",
            True,
        ),
        ("There have to be pans for graining—the process by which brine loses its water.", "Graining", True),
        ("Ships bring salt, a stuff essential for curing meat, fish, and hides.", "Salt", True),
        ("Ships bring salt (NaCl), a form of rock with two kinds of grain.", "Salt", True),
        ("Ships bring salt, a stuff that is dear, and sailors sell some of it.", "Salt", False),  # goes on
        ("After the rise of graining, the trade that had fed the town was gone.", "Graining", False),  # a scene
        ("Beyond the wall of the quay, the boats that wait are small.", "Quay", False),
        ("The wharf of the quay, the place that burned, is new.", "Quay", False),  # said of the wharf
        ("They load the quay, the sheds that stand behind it, and the yard.", "Quay", False),  # a list
        ("Ships leave the quay, the largest one that was ever built.", "Quay", False),  # a rank
        ("The report names graining, a topic that is told elsewhere.", "Graining", False),
        ("The sea drives spring and neap tides, the waves that flood the town.", "Tide", False),  # of two kinds
    ],
)
def test_what_ends_a_sentence_behind_the_name_may_say_what_it_is(sentence: str, topic: str, says: bool) -> None:
    assert (names_last(sentence, topic) > 0) == says


@pytest.mark.parametrize(
    ("sentence", "score"),
    [
        ("Sailors define a storm as wind of more than ninety kilometres an hour.", 1.3),
        ("The pilot Ada Voss (1957) defined storms as winds that take the slates off a roof.", 1.1),
        ("The Harbour Office defines a storm (ST) as wind that closes the harbour.", 1.1),
        ("Most sailors use the term storm to refer to wind that closes the harbour.", 1.3),
        ("Voss used the word “storm” to describe wind that takes the slates off a roof.", 1.1),
        ("We use the term storm to describe wind that closes the harbour.", 0.0),
        ("Sailors use the term storm in many ways.", 0.0),
        ("We define a storm as wind of more than ninety kilometres an hour.", 0.0),
        ("If sailors define a storm as weather, they stay.", 0.0),
        ("Sailors define a storm as having wind.", 0.0),
        ("Storms define a harbour as safe or not.", 0.0),
        ("Sailors define a storm warning as a signal.", 0.0),
    ],
)
def test_a_definition_may_be_given_as_somebodys(sentence: str, score: float) -> None:
    assert definition_score(sentence, "Storm") == score


@pytest.mark.parametrize(
    "sentence",
    [
        "Measles, the flu, and mumps are diseases of children.",
        "Measles, a heater and a pump are on the list of the ship.",
    ],
)
def test_a_list_that_begins_with_the_topic_says_nothing_of_it(sentence: str) -> None:
    assert definition_score(sentence, "Measles") == 0.0


def test_what_the_largest_of_all_are_defines_none_of_them() -> None:
    assert definition_score("Limpets and whelks are snails of the rocky shore.", "Limpet") > 0.5
    for outstanding in (
        "the snails with the greatest shells",
        "the most common snails",
        "the snails that live longest",
    ):
        assert definition_score(f"Limpets and whelks are {outstanding} of the shore.", "Limpet") == 0.0
    assert definition_score("Limpets and whelks are snails of the forest of kelp.", "Limpet") > 0.5


def test_the_name_of_several_words_is_no_particular_one() -> None:
    assert defines("The Holm number is the ratio of two lengths.", "Holm number") > 0.8
    plain = defines("The number is the ratio of two lengths.", "Number")
    assert plain < 0.8 and defines("In surveying, the number is the ratio of two lengths.", "Number") == plain


def test_a_definition_may_point_to_a_figure_or_quote_where_nothing_else_defines() -> None:
    plain = "A dune is a hill of sand that the wind piles up."
    assert _pardon(plain) == 0.0
    for costly in (
        "A dune is a hill of sand that the wind piles up (see Figure 3).",
        "A dune (du = hill) is a hill of sand that the wind piles up.",
        "A dune is a hill of sand that you find where the wind blows.",
        "A dune is defined as: “A hill of sand that the wind has piled up and that it goes on moving from year to year.”",
    ):
        assert _pardon(costly) == PARDON, costly
    assert _pardon("In conclusion, a dune is a hill of sand that the wind piles up.") is None
    assert 0.0 < (_pardon("In short, a dune is a hill of sand that the wind piles up.") or 0.0) < PARDON
    assert _pardon("While a hill of earth stays, a dune is a hill of sand that the wind piles up.") == PARDON
    assert _pardon("While this is so, a dune is a hill of sand that the wind piles up.") is None
    assert _pardon("Figure 3 shows that a dune is a hill of sand.") is None
    known = (
        "A dune is a hill of sand that the wind has piled up and planted, because grass on its slope slows the process."
    )
    assert _pardon(known) == PARDON  # which process, it does not say
    assert _pardon("The process is a hill of sand that the wind piles up.") is None
    one = "One of the most striking things about the coast is that it is lined by hills of sand that people call dunes."
    assert _pardon(one) == PARDON
    assert _pardon(one.replace("the coast", "these")) is None


def test_words_that_are_optional_may_stand_in_a_name_or_not() -> None:
    said, reef = "Coral restoration is the support of damaged reefs by adding corals.", frozenset({"coral", "reef"})
    assert defines(said, "Reef restoration") == 0.0
    assert (
        defines(said, "Reef restoration", reef)
        == defines(said, "Restoration", reef)
        == defines(said, "Coral restoration")
    )
    assert (
        defines("Coral is a hard substance that some small animals secrete.", "Reef", reef) == 0.0
    )  # nothing else is left
    rate = "The natural rate of coral growth is the rate that the sea allows where nothing else stunts the reef."
    assert defines(rate, "Natural rate of growth", reef) == defines(rate, "Natural rate of coral growth") > 0


def test_what_comes_behind_a_but_tells_no_more_of_a_kind() -> None:
    plain = defines("A kite is a toy that flies.", "Kite")
    turned = defines("A kite is a toy for children, but one that flies badly.", "Kite")
    assert turned < defines("A kite is a toy for children.", "Kite") < plain
    assert defines("A kite is a way of learning by doing.", "Kite") > defines("A kite is a way of learning.", "Kite")


def test_the_of_that_leads_to_an_optional_word_goes_with_it() -> None:
    said = "The natural rate of coral is the rate that the sea allows."
    assert defines(said, "Natural rate", frozenset({"coral"})) >= FAIR
    assert defines(said, "Natural rate") == 0.0


def test_what_is_only_set_against_something_says_less() -> None:
    told = defines("Electric potential is potential energy per unit of charge.", "Electric potential")
    assert told > defines("Electric potential is a scalar, whereas the field is a vector.", "Electric potential")


def test_a_situation_says_less_than_a_kind_of_thing() -> None:
    kind = "Inflation is a general rise in the level of prices."
    assert defines(kind, "Inflation") > defines("Inflation is a situation in which prices rise for long.", "Inflation")
    assert defines("Mercury is a danger to all who breathe it.", "mercury") < FAIR


def test_what_happens_defines_a_process_where_nothing_says_more_of_it() -> None:
    happens = defines("Budding occurs when a small sponge grows from the side of an old one.", "Budding")
    assert 0.85 <= happens < defines("Budding is a kind of growth that makes new sponges.", "Budding")
    assert defines("Budding is a waiting game.", "Budding") <= happens


def test_names_called_at_the_end_count_for_less() -> None:
    sentence = "Some solids turn into gas at once, which is known as sublimation."
    assert 0 < defines(sentence, "sublimation") < FAIR


@given(st.text(max_size=200), st.text(max_size=20))
@settings(max_examples=150, deadline=None)
def test_any_text_can_be_scored(sentence: str, topic: str) -> None:
    assert defines(sentence, topic) >= 0
    definition_subject(sentence)


@pytest.mark.parametrize(
    "unit",
    ["called ", ", called a ", "A is a ", "is ", "the term ", "In a ", "(a) ", "or ", ", or ", " ", "a", "(", "means "],
)
def test_time_is_linear_in_the_length(unit: str) -> None:
    def spent(size: int, mark: str) -> float:
        text = (unit * size)[:size]
        best = 9.0
        for turn in range(3):
            start = time.process_time()
            defines(f"{text}{mark}{turn}", "cell")
            best = min(best, time.process_time() - start)
        return best

    assert spent(20_000, "x") < 3 * spent(10_000, "y") + 0.02


@pytest.mark.parametrize(
    "unit",
    [
        "cell ",
        "a ",
        "a",
        "a called cell b ",
        "called cell. ",
        "sees cell, a a ",
        "sees cell, a thing that ",
        "A sees cell, a thing that ",
        "Cell A",
        "we call ",
    ],
)
def test_names_at_the_end_are_looked_for_in_linear_time(unit: str) -> None:
    def spent(size: int, mark: str) -> float:
        text = f"cell {(unit * size)[:size]}{mark}"
        return min(timeit.repeat(lambda: names_last(text, "cell"), timer=time.process_time, number=1, repeat=3))

    assert any(spent(40_000, "x") < 3 * spent(20_000, "y") + 0.02 for _ in range(3))


def test_an_acronym_is_defined_by_what_it_stands_for() -> None:
    assert defines("CBI stands for coral bleaching index and describes a count of pale corals.", "CBI") >= FAIR
    assert defines("The flag stands for a port in the north.", "Flag") == 0.0


@pytest.mark.parametrize(
    ("topic", "short"),
    [("Social class", "class"), ("Supply and demand", ""), ("Women in science", ""), ("Conservation Of Energy", "")],
)
def test_the_last_word_of_joined_ones_is_no_short_name(topic: str, short: str) -> None:
    assert short_name(topic) == short
