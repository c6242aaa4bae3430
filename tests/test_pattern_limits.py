"""What each pattern reads of a sentence, to the last triplet, and what none of them reads."""

from __future__ import annotations

import pytest
from castalia.tools.extraction.patterns import extract_triplets
from castalia.tools.extraction.raw_triplets import FALLBACK
from castalia.tools.language.word_classes import learn_classes

CLASSES = learn_classes([])

# By sentence the triplets, each "head | relation | tail", with "not" before it where it is denied.
READ = {
    "Some bacteria keep producing toxins in the gut.": ["bacteria | keep | producing toxins in the gut"],
    "The eclipse is known to follow the opposition.": ["opposition | precedes | eclipse"],
    "The artist inspired his pupils.": ["artist | inspired | pupils"],
    "Fermentation gives rise to alcohol.": ["Fermentation | gives rise to | alcohol"],
    "Darwin gave the beetle to Henslow.": ["Darwin | gave | beetle to Henslow"],
    "Darwin gave rise before dawn.": ["Darwin | gave | rise before dawn"],
    "The liver contains its cells and fat.": ["liver | contains | cells and fat"],
    "The eye comprises a lens, an iris, and others.": ["lens | part of | eye", "iris | part of | eye"],
    "Polyps live in shallow water.": ["Polyps | live in | shallow water"],
    "Titan, a moon, orbits Saturn.": ["Titan | is a | moon"],
    "Kestrel (the bird), a small falcon, eats voles.": ["Kestrel | is a | small falcon"],
    "Kestrel, a falcon of the north, eats voles.": ["Kestrel | is a | falcon of the north"],
    "Insulin is a hormone produced by the pancreas.": ["Insulin | is a | hormone", "pancreas | produced | Insulin"],
    "Insulin is not a protein made by the liver.": ["not Insulin | is a | protein"],
    "Lipase is an enzyme (a protein) produced by the pancreas.": [
        "Lipase | is a | enzyme",
        "pancreas | produced | Lipase",
    ],
    "Lipase (an enzyme) produced by the pancreas digests fat.": ["pancreas | produced | Lipase"],
    "It is a hormone produced by the pancreas.": ["pancreas | produced | hormone"],
    "Sugars called hexoses by chemists taste sweet.": ["hexoses | is a | Sugars"],
    "When enzymes digest fat, the liver stores energy.": ["enzymes | digest | fat", "liver | stores | energy"],
    "Researchers believe that aspirin reduces fever.": ["aspirin | reduces | fever"],
    "Proteins tend to form clusters.": ["Proteins | tend to form | clusters"],
    "The drug allows growth.": ["drug | allows | growth"],
    "Unlike these cells, neurons conduct signals.": ["neurons | conduct | signals"],
    "Unlike others, sharks lack bones.": ["sharks | lack | bones"],
    "Unlike frogs, which are amphibians, lizards have dry skin.": [
        "frogs | is a | amphibians",
        "lizards | have | dry skin",
        "lizards | Unlike | frogs",
    ],
    "The wall of the enzyme digests fat.": ["wall of the enzyme | digests | fat"],
    "Magnesium is present in chlorophyll.": ["Magnesium | is present in | chlorophyll"],
    "Aspirin is able to reduce fever.": ["Aspirin | is able to | reduce fever"],
    "Aspirin is different from morphine.": ["Aspirin | is different from | morphine"],
    "Aspirin is important for treatment.": ["Aspirin | is important for | treatment"],
    "The kidney is near the liver.": ["kidney | is near | liver"],
    "One type of cell is the neuron.": ["neuron | is a | cell"],
    "Titan is the largest moon.": ["Titan | is a | largest moon"],
    "Titan is a kind of moon.": ["Titan | is a | moon"],
    "Titan is the cause of tides.": ["Titan | is the cause of | tides"],
    "Titan is the source of tides.": ["Titan | is the source of | tides"],
    "Titan is the moon of Saturn.": ["Titan | is a | moon of Saturn"],
    "Titan is a thing in space.": ["Titan | is | thing in space"],
    "Osmosis is the process of diffusion.": ["Osmosis | is a | process of diffusion"],
    "Moons are the satellites.": ["Moons | is a | satellites"],
    "Diffusion is a movement of molecules from the cell.": [
        "Diffusion | is a | movement of molecules",
        "Diffusion | movement of molecules from | cell",
    ],
    "Keratin is a protein in hair.": ["Keratin | is a | protein", "Keratin | protein in | hair"],
    "Keratin is not a protein in feathers.": ["not Keratin | is a | protein"],
    "Keratin is a protein of the skin in hair and in nails.": [
        "Keratin | is a | protein of the skin",
        "Keratin | protein of the skin in | hair and in nails",
    ],
    "Keratin is a protein like collagen.": ["Keratin | is a | protein"],
    "Keratin is a protein for digesting hair.": ["Keratin | is a | protein", "Keratin | protein for | digesting hair"],
    "The glands, which line the stomach, secrete acid.": ["glands | line | stomach", "glands | secrete | acid"],
    "Acids, including vinegar and lemon juice, taste sour.": ["vinegar | is a | Acids", "lemon juice | is a | Acids"],
    "Salt and sugar dissolve in water.": ["Salt | dissolve in | water", "sugar | dissolve in | water"],
    "Whales and other mammals nurse their young.": ["Whales | is a | mammals"],
    "Gases (e.g., helium) are inert.": ["helium | is a | Gases"],
    "The organ is known as the spleen.": ["spleen | is a | organ"],
    "Bones are made up of cells.": ["cells | part of | Bones"],
    "Bones are made of calcium.": ["calcium | part of | Bones"],
    "Atoms are divided by charge.": ["Atoms | are divided by | charge"],
    "Mass is measured by comparing weights.": ["Mass | is measured by | comparing weights"],
    "Signals are carried by moving ions.": ["Signals | are carried by | moving ions"],
    "Helium is thought to come from decay.": ["Helium | is thought to come from | decay"],
    "Camels are found in deserts.": ["Camels | are found in | deserts"],
    "Steam is used in turbines.": ["Steam | is used in | turbines"],
    "Heat is measured in joules.": ["Heat | is measured in | joules"],
    "Insulin is not a hormone produced by the liver.": ["not Insulin | is a | hormone", "liver | produced | hormone"],
    "Signs of infection may include a fever.": ["fever | is a | Signs of infection"],
    "Signs of infection include other signs and fever.": ["fever | is a | Signs of infection"],
    "Alkaline batteries contain a zinc anode.": ["zinc anode | part of | Alkaline batteries"],
    "The region comprises the coast and parts of the desert.": ["coast | part of | region"],
    "The habit has fallen out of favour.": ["habit | has fallen out of | favour"],
    "The dogs stopped responding to the tone.": ["dogs | stopped | responding to the tone"],
    "Surveys show up in journals.": ["Surveys | show up in | journals"],
    "Little or no rain falls in deserts.": ["not rain | falls in | deserts"],
    "The network learns to sample objects.": ["network | learns to | sample objects"],
    "Fruits (eg apples) hold sugar.": ["apples | is a | Fruits", "Fruits | hold | sugar"],
    "Fruits, notably apples, hold sugar.": ["apples | is a | Fruits"],
    "Fruits, particularly apples, hold sugar.": ["apples | is a | Fruits"],
    "Fruits, especially apples, hold sugar.": ["apples | is a | Fruits"],
    "Blood is comprised of cells and plasma.": ["cells | part of | Blood", "plasma | part of | Blood"],
    "Clouds are formed of drops.": ["drops | part of | Clouds"],
    "Aspirin is believed to reduce fever.": ["Aspirin | is believed to reduce | fever"],
    "Aspirin is shown to reduce fever.": ["Aspirin | is shown to reduce | fever"],
    "Aspirin is found to reduce fever.": ["Aspirin | is found to reduce | fever"],
    "Music has the power to calm the elderly.": ["Music | has | power to calm the elderly"],
    "The foot is divided into three regions.": ["foot | is divided into | three regions"],
    "Dwarf stars have less mass than giants.": ["Dwarf stars | have | less mass than giants"],
    "The station moves to a new orbit (E2).": ["station | moves to | new orbit"],
    "Steam rises from the sea when water warms.": ["Steam | rises from | sea"],
    "The wall keeps warm air or not.": ["wall | keeps | warm air"],
    "The gas takes values between 0 and 1.": ["gas | takes | values between 0 and 1"],
    "Two brothers, raised by monks, took vows.": ["brothers | took | vows"],
    "The drugs, including aspirin, inhibit fever.": ["aspirin | is a | drugs", "drugs | inhibit | fever"],
    "Phenols such as thymol occur in plants.": ["thymol | is a | Phenols", "Phenols | occur in | plants"],
    "Enzymes that degrade the walls of cells are called lysins.": ["lysins | is a | Enzymes"],
    "Two grains form at the first stage, which are called spores.": ["grains | form at | stage"],
    "The nerve controls the muscles of chewing, which are tested for reflexes.": [
        "nerve | controls | muscles of chewing",
        "muscles of chewing | are tested for | reflexes",
    ],
    "A static fluid is a fluid that is not in motion.": ["static fluid | is a | fluid"],
    "Birds eat insects, but few seeds.": ["Birds | eat | insects"],
    "Hot fires make nitrogen gas, oxygen gas, and water vapour.": [
        "Hot fires | make | nitrogen gas, oxygen gas, and water vapour"
    ],
    "Waves occur in the sound of bells, light, and water waves, for example.": ["Waves | occur in | sound of bells"],
    "Zinc ores contain zinc sulfide, zinc oxide, or zinc carbonate.": [
        "zinc sulfide | part of | Zinc ores",
        "zinc oxide | part of | Zinc ores",
        "zinc carbonate | part of | Zinc ores",
    ],
    "Enzymes such as lysozyme, lipase, and proteases digest food.": [
        "lysozyme | is a | Enzymes",
        "lipase | is a | Enzymes",
        "proteases | is a | Enzymes",
        "Enzymes | digest | food",
    ],
    "Salmon swim upstream to spawn, and spiders spin webs.": ["spiders | spin | webs"],
    "Stochasticity is an inherent property of living cells.": [
        "Stochasticity | is a | inherent property",
        "Stochasticity | property of | living cells",
    ],
    "The proof of this result is left as an exercise.": ["proof | is left as | exercise"],
    "Macrophages are permanent residents of their tissues.": ["Macrophages | is a | permanent residents"],
    "The motor test tests the function of these neurons and the muscles they control.": [
        "motor test | tests | function of these neurons"
    ],
    "The skull contains and protects the brain.": ["skull | protects | brain"],
}
NOT_READ = (
    "Irregular bones such as those of the face have no shape.",
    "The pulse of the nerve causes the chambers of the heart to contract.",
    "The pressure has dropped from 92 to 90.",
    "A pathogen may have more than one reservoir.",
    "Birds migrate as winter approaches.",
    "A marker indicates a tumour.",
    "Fevers tend to be mild.",
    "Certain insects use their legs.",
    "Nuclei with certain numbers of nucleons, known as magic numbers, are stable.",
    "The cell contains this pump.",
    "The cell contains these pumps.",
    "Glass cannot be called a solid.",
    "The reef is one that corals build.",
    "Titan is one of these moons.",
    "Titan is one of those moons.",
    "Titan is one of their moons.",
    "Kestrel, a member of 3 of the families, eats voles.",
    "A patient would develop scurvy.",
    "If enzymes digest fat when the liver stores energy, the body grows.",
    "Researchers do not believe that aspirin cures cancer.",
    "Drugs that interfere with mitosis stop cancer.",
    "Few enzymes digest fat.",
    "No enzyme digests cellulose.",
    "Red cells do not lose or gain water.",
    "The drug allows the cells to grow.",
    "Kestrels, a small falcon, eat voles.",
    "The tail of kestrel, a small falcon, moves.",
    "In kestrel, a small falcon, muscles grow.",
    "Kestrel, the falcon, eats voles.",
    "Helium is lighter than air.",
    "Aspirin is as strong as morphine.",
    "Aspirin is important to treat fever.",
    "The kidney is of the liver.",
    "The kidney is like the liver.",
    "One type of cell is not the neuron.",
    "One type of cell is its neuron.",
    "One type of cell is the thing.",
    "Types of cell are the neuron.",
    "Titan is one of its moons.",
    "Titan is one of the things.",
    "Titan is a type.",
    "Titan is the moons.",
    "Moons are these satellites.",
    "Osmosis is a process.",
    "The fluid is not called plasma.",
    "These cells are called macrophages.",
    "Their structure is called chromatin.",
    "Rust is formed by this reaction.",
    "Rust is formed by processes.",
    "Patients are asked to rest.",
    "Oxygen is needed to burn fuel.",
)


def strong(sentence: str) -> list[str]:
    return [
        f"{'' if one.positive else 'not '}{one.head} | {one.relation} | {one.tail}"
        for one in extract_triplets(sentence, CLASSES)
        if one.confidence > FALLBACK
    ]


@pytest.mark.parametrize("sentence", READ)
def test_a_sentence_gives_these_triplets_and_no_others(sentence: str) -> None:
    assert strong(sentence) == READ[sentence]


@pytest.mark.parametrize("sentence", NOT_READ)
def test_what_is_unreal_denied_or_says_too_little_gives_none(sentence: str) -> None:
    assert strong(sentence) == []


def test_a_comma_is_no_tail_of_a_loose_edge() -> None:
    found = extract_triplets("The use of drones is growing, yet counts of small and wild herds remain rare.", CLASSES)
    assert [one.tail for one in found] == ["rare"]
