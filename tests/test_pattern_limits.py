"""What each pattern reads of a sentence, to the last triplet, and what none of them reads."""

from __future__ import annotations

import pytest
from castalia.tools.extraction.patterns import FALLBACK, extract_triplets
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
}
NOT_READ = (
    "The pressure has dropped from 92 to 90.",
    "A pathogen may have more than one reservoir.",
    "Birds migrate as winter approaches.",
    "The path could involve going back and forth.",
    "A marker indicates a tumour.",
    "Fevers tend to be mild.",
    "Certain insects use their legs.",
    "A kidney whose size is the largest fails.",
    "Alcohols are among the fuels used as solvents.",
    "Nuclei with certain numbers of nucleons, known as magic numbers, are stable.",
    "The cell contains this pump.",
    "The cell contains these pumps.",
    "Glass cannot be called a solid.",
    "The drug had to be called aspirin.",
    "One kind of object is the comet.",
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
