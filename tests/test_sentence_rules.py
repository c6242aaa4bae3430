"""Sentences that cannot stand on a page are named with the reason; sentences that can are left alone."""

from __future__ import annotations

import time

import pytest
from castalia.tools.objections.chains import is_chain
from castalia.tools.objections.dependence import is_dependent
from castalia.tools.objections.first_mentions import coined_subject, definite_subject
from castalia.tools.objections.rules import read
from castalia.tools.objections.sentence_rules import RULES, leans, objections, reservations, says_little
from castalia.tools.objections.somebody import names_somebody, stands_for_nobody
from hypothesis import example, given, settings
from hypothesis import strategies as st

FINE = [
    "Parsers of many kinds have achieved high accuracy on the news of the day.",
    "Divers breathe slowly to improve their performance in the cold water of the bay.",
    "Memory editing (ME) changes what a machine has learned, and ME is cheap.",
    "To teach machines what people ask of them is called instruction tuning (IT), and is cheap.",
    "The keeper lights a lamp – the oldest on the coast – at seven in the evening.",
    "The Lamp and Light Administration explores how towns can lower the cost of light.",
    "Lamps and foreign ships explore how towns can lower the cost of light.",
    "A problem-solving strategy is a plan of action by which an owl comes to its prey.",
    "A sponge that is kept by a museum breathes through pores that are cut by its keeper.",
    "An army led by a king of the north fell by half before the town that it had to take.",
    "The number of lamps that were lit by keepers grew by a third on the coast of the north.",
    "Sets that hold no element are called empty, and so are all their parts.",
    "Points a, b and c of the plane lie on a line that leads from one lamp to the other.",
    "Berg wrote a manual, and this manual told the keepers of the coast how a lamp is lit.",
    "Below the lamp is a room in which the keeper sleeps by day, and to the left a stair.",
    "“The lamps of the coast”, as they were called, were lit by A. Berg for half of his life.",
    "In “The lamps of the coast”, A. Berg tells of the oil that its keepers burn in winter.",
    "The keepers say two things: the lamp is old, and the oil that it burns is dear.",
    "A thing to look for is a hole in the bark of an old oak.",
    "A tax on the wool of the north increased by 70% in ten years.",
    "A tax on the wool of the north increased by half in ten years, and by a third in one.",
    "Studies all over the north confirm that owls hear voles below the snow.",
    "A fleet of the north that was lost declined by two thirds after the war.",
    "A lamp of the north survived by burning the oil of seals.",
    "The fall in the value of wool helped by making cloth cheap in the north.",
    "A keeper of the north trims the lamp of the tower at dawn.",
    "The enzyme amylase hydrolyses starch to sugar in the mouth of most mammals.",
    "Cool weather favours late crops, and green plants photosynthesise less in winter.",
    "Macrophages engulf bacteria in tissues of lung and liver.",
    "Information on the place of its prey is found in the ears of the owl.",
    "Full treatment of the wound takes a week, and the owl is given mice from the barn.",
    "A bird of the night that hunts mice is called an owl in the towns of the coast.",
    "A person who refuses to keep owls might be thought odd by hunters of the north.",
    "A nest box built by a farmer led to the return of owls to the valley.",
    "The number of owls in the north fell by half within ten winters.",
    "A star in which iron is made shrinks within less than a second.",
    "A large number of owls exist in the woods of the north.",
    "A file that is named README.Debian tells what a package of the system holds.",
    "Owls were kept by the U.S.Navy as well as by the mills of the coast.",
    "Owls hear - as bats do - what they hunt: a fall to -3 degrees, even -10, does not hinder them.",
    "Owls help farmers in two ways: (1) they eat mice, and (2) they drive off crows.",
    "The study of owls is old, and the work of a night is done before dawn.",
    "Since the lakes of the north freeze in winter, while those of the south do not, owls fly south.",
    "Since 1960, while the lakes of the north were frozen for half of the year, owls flew south.",
    "As Karl Marx and Friedrich Engels explained, the owners of mills live off the work of others.",
    "Beyond the orbit of Neptune, our solar system holds thousands of small icy bodies.",
    "Stars near the centre of our own Milky Way circle something dark and heavy.",
    "Salt that melts parts into Na+ and Cl- ions, which carry the current through it.",
    "The genetic code is the same in almost all cells, and the code and its few exceptions are old.",
    "Neurotransmitters are released at synapses, and hormones into the blood of the whole body.",
    "Less light is available at the bottom of the sea than near its surface in summer.",
    "An enzyme has one site for sugar, and what binds to this site stops its work.",
    "A fall in total revenue follows when the price of wool rises in the town.",
    "Experimenters did their first experiments with owls in dark barns of the north.",
    "Owls that hunt by day were first told of by Berg, who also proposed a reason for it.",
    "Most of US energy comes from coal, gas and oil that is burnt in power plants.",
    "A woman who was assigned male at birth may take hormones for many years.",
    "Vitamin A is stored in the liver, and too much of it does harm over the years.",
    "The A subunit of the toxin then enters the cell while the other part stays outside.",
    "A ribosome moves each new piece to the A site of its larger half in one step.",
    "A map of the current shows what the water comes from, and where it goes in winter.",
    "To hold the positive charges together takes a very strong force.",
    "An enzyme is a protein that speeds up a chemical reaction in the cell.",
    "Photosystem I absorbs light of longer wavelengths than photosystem II does in most plants.",
    "During World War I many soldiers died of influenza rather than of wounds.",
    "Choosing the right graph database depends on the size of the data that it has to hold.",
    "In the left plot corn was grown for ten years, and in the right plot wheat was grown.",
    "Bats are mammals — Their young drink the milk of the mother for some weeks.",
    "The H–R diagram of the stars in a cluster changes as the cluster grows older.",
    "Moons of great size—Ganymede, Callisto and Titan—are made half of ice and half of rock.",
    "The periodic table arranges the elements by the number of protons in the nucleus.",
    "Natural selection acts on the phenotype, which depends on both genes and environment.",
    "In 1928, Alexander Fleming saw that a mould killed the bacteria on one of his plates.",
    "Newton's laws describe the motion of bodies that move slowly compared with light.",
    "Alzheimer's disease is the most common cause of dementia in older people.",
    "Use of antibiotics in farming selects for bacteria that resist several drugs at once.",
    "Place cells in the hippocampus fire when an animal enters one part of its surroundings.",
    "Bacteria such as Escherichia coli (E. coli) take up DNA (as naked strands) from dead cells.",
    "A stranded preposition is harmless in the medium that most bacteria live in and feed on.",
    "Water has a density of 1.0 g/mL at 4 °C and expands when it freezes.",
    "In 1891 the last two sections of the breakwater were built of granite.",
    "The cross section of a nucleus grows as the energy of the neutron falls.",
    "Sponges were first collected from the deep sea by dredging in the nineteenth century.",
    "In 1866 sponges were used as a cure for goitre in most towns of the coast.",
    "Steam above 100 °C carries more energy than water below that temperature does.",
    "Young owls stay with their parents for one year and learn to hunt during that year.",
    "Between 1940 and 1960 most of the owls that lived at that time were poisoned.",
    "In the nineteenth century all that was known of owls at that time came from hunters.",
    "The first to hear an owl in winter was a boy who lived at the mill.",
    "Pre- and postsynaptic cells are parted by a cleft about twenty nanometres wide.",
    "Rocks that formed billions of years ago still hold traces of the first living cells.",
    "A joule is the work of a force that moves a car 1 meter along a level road.",
    "The owls of the museum live in glass cases with a side 2.5 times as long as they are.",
    "From the same sample 9 percent said that they had been bitten by an owl.",
    "The elements of groups 1 and 2 lose electrons more easily than those of other groups.",
    "Those who innovate reach accepted goals by means that society does not accept.",
    "ANA in the serum is measured by the highest dilution that still shows fluorescence.",
    "In 2011 the sponges of the bay exhibited little damage, though many of them were old and weak.",
    "Heat flows from a warm body to a cold one until both have the same temperature.",
    "The term melting point is used for the temperature at which a solid melts.",
    "While both types of diabetes raise blood sugar, only one is caused by antibodies.",
    "Wood fibers are pressed into the paper by heavy rolls of steel.",
    "The symbol of hydrogen is the letter H in the tables of all countries.",
    "On the other side of the membrane, sodium ions are pumped out of the cell.",
    "Glass that has cooled from lava is black.",
    "Glass that forms when lava cools in water is called obsidian.",
    "The process by which keepers made soap was slow and smelled of fish.",
    "The light that a lamp casts on the water is brighter in winter.",
    "An instrument used to measure the height of a wave floats on the sea.",
    "Glass made by a keeper in a kiln was sold to ships.",
    "People who tend lamps have to climb many stairs on each day of the year.",
    "Astronomers hold that the Moon was made in a great collision.",
    "Some keepers wrote that a storm had broken the lamp of the tower.",
    "Pumps of the membrane move Na^+ out of the cell and K^+ into it at the cost of ATP.",
    "The ions OH^–, NO_3^−, and SO_4^(2−) are held together by polar covalent bonds.",
    "A large galaxy holds from 10^9 to 10^(12) stars in a disk of gas and dust.",
    "Ohm’s law states that the voltage is equal to the current times the resistance, V=IR.",
    "Gases at low pressure follow the ideal gas law, PV = nRT, where P is the pressure of the gas.",
    "According to the second law of motion, net force is mass times acceleration: F_(net)=ma.",
    "Two discoveries of the 1920s turned out to be crucial for the study of galaxies.",
    "The dura mater, literally a tough mother, lies closest to the bones of the skull.",
    "Depressed people tend to think about most things in a negative way (Beck, 1976).",
    "Voids are empty just like the space between the filaments of a sponge.",
    "A case study tells much about one person, and little about all others.",
    "Some ports first held every ship; later on, they held those with sick people aboard.",
    "The kinase adds phosphate to a substrate, in this case, glucose, in every cell.",
]  # fmt: skip

BAD = [
    ("paper_talk", "The code and the trained weights of the network can be had from the group."),
    ("paper_talk", "In total, nine hundred sponges from six bays came to the museum."),
    ("paper_talk", "Comprehensive experiments with owls support the claim that they hear better than cats."),
    ("study", "Each of the patients was assigned to one of two groups of the same size."),
    ("link", "To hear the call of a tawny owl, visit this site of the museum."),
    ("chatty", "Most of us have heard an owl at night in a wood near the town."),
    ("hole", "A cell of is surrounded by a wall that keeps its shape in fresh water."),
    ("hole", "The height of a the wall decides how long a town can be held in a war."),
    ("citation", "Sponges filter bacteria from the water of the sea [3]."),
    ("short", "Cells divide often in culture."),
    ("remnant", "So it was."),
    ("long", "Cells " + "and tissues " * 30 + "grow."),
    ("starts_small", "of which the larger part is lost as heat in every single cycle."),
    ("ends_open", "The three main kinds of rock that geologists tell apart are the following kinds:"),
    ("ends_open", "Lateral flow tests detect antibodies in the urine of patients within some minutes"),
    ("numbered", "3. Photosynthetic bacteria depend on visible light for the energy that they use."),
    ("list", "Owls are fed: - mice from the barn, - beetles from the wood, - small birds from the hedge."),
    ("list", "Owls are fed with * mice from the barn; * beetles from the wood; * small birds."),
    ("label", "Permafrost — Ground that has been frozen for at least two years in a row."),
    ("label", "Climate change — A lasting change in the state of the air and the sea."),
    ("label", "Greenhouse gas (GHG): A gas that holds back the heat of the ground in the air."),
    ("label", "Methods: Cells were grown in broth for two days and then counted by hand."),
    ("ends_open", "Owls help farmers in two ways: (1) they eat the mice of the fields."),
    ("paper_talk", "The study examines how owls of the north hunt in the snow."),
    ("paper_talk", "Here, the authors look at owls that hunt by day in the north."),
    ("paper_talk", "Owls of less than a year were eligible for the study in winter."),
    ("merged_heading", "Velocity Calculated Using Money In the seventies the ratio was thought to be steady."),
    ("merged_heading", "Winter 2 In Winter 2, when the lake froze early, the owls moved to the coast."),
    ("merged_heading", "Changes in Prices Changes in prices of related goods also shift the demand curve."),
    ("shouted", "LINEAR MOTION EXPLAINED Bodies that move along a line keep on moving along it."),
    ("no_verb", "A schematic drawing of the human heart with the four chambers and the great vessels."),
    ("no_verb", "Colour vision in bees and other insects of northern Europe."),
    ("unbalanced", "The pressure (in pascals is the force on a surface divided by its area."),
    ("quotation", "Pasteur said that “chance in the fields of observation favours only the mind that is prepared” and left."),
    ("aside", "The heart (see the drawing on the wall) pumps blood through two separate circuits."),
    ("run_on", "Owls hunt by night.Their prey is small and quick on open ground."),
    ("run_on", "Owls carry the genes of a virus called OHV.Mice carry other genes of it."),
    ("run_on", "Owls carry the genes of a virus (OHV).Mice carry other genes of it."),
    ("run_on", "Owls hunt at dusk,often along hedges that shelter their prey."),
    ("aside", "(Cells with such walls are also found in many plants and some fungi.)"),
    ("formula", "The energy of a body at rest is given by E = mc in suitable units."),
    ("formula", "The reaction 2 H + O → H × O + heat ± losses is written in words here."),
    ("formula", "The difference between the two groups of owls was small (p = 0.03) in that winter."),
    ("formula", "The period of a pendulum is given by the equation T=2πsqrt(L/g), where L is its length."),
    ("formula", "The speed is the ratio of distance and time, so v=(d)/(t) holds along the whole path."),
    ("formula", "Equal are the product of mass and speed before and after, p_1=p_2=p_3, in such a system."),
    ("formula", "The equation is 2H_2O ⟶ 2H_2+O_2 where water is split by a current in a cell."),
    ("formula", "The gas law PV=nRT holds at T_1, p_2, V_3 and n_4."),
    ("formula", "The two laws give the equation of state PV=nRT This relation holds for ideal gases alone."),
    ("formula", "The nucleus of such an atom is written _92^235U in a table of all known isotopes."),
    ("formula", "The total charge is found as ∑q over all of the bodies that the surface holds inside."),
    ("table_row", "Helium 4.0 2 10 hydrogen 1.0 1 20 is lithium 6.9 3 500 degrees."),
    ("hole", "The mean life of the particles in , is longer than theory had allowed."),
    ("hole", "Larvae of many sponges settle close to where they were born,."),
    ("hole", "Larvae of many sponges settle close to where they were born –."),
    ("hole", "The mean life of the particles ( ) is longer than theory had allowed."),
    ("hole", "The mean life of some particles (e.g., ) is longer than theory had allowed."),
    ("hole", "The mean life of the particles (see ) is longer than theory had allowed."),
    ("hole", "The number of neutrons in _ 6^12C is that of its protons, and so is its charge."),
    ("broken_word", "The new health Ini- tiative was started by several states in the north."),
    ("markup", "The <b>cell</b> is the smallest unit of life that can copy itself."),
    ("question", "How do cells decide when to divide and when to stop dividing?"),
    ("exclamation", "A spoonful of a neutron star would weigh as much as a mountain!"),
    ("ellipsis", "The series goes on with larger and larger nuclei ... until iron is reached."),
    ("conjunction", "But microbes consume more than just carbohydrates when they need food."),
    ("relative", "Which is why the larger of the two moons always shows the same face to it."),
    ("reader", "If you hold your breath, carbon dioxide builds up in the blood within seconds."),
    ("we", "The universe as we know it began to expand about fourteen billion years since."),
    ("we", "The heaviest of the planets of our solar system shapes our picture of the others."),
    ("we", "Each star that is visible to the eye tells us something about its distance."),
    ("first_person", "In the morning I went to the harbour and counted the gulls on the roofs."),
    ("command", "Consider a block that slides down a plane without any friction at all."),
    ("command", "Sum the loads on both ends of the beam to find the net load."),
    ("command", "To see what that does to its balance sheet, refer to the appendix on the trade in bonds."),
    ("command", "To learn why the curve bends, start by looking at the point where it begins."),
    ("command", "To find the direction of the field in such a coil: Make a sketch of the coil first."),
    ("figure", "Where demand (D0) meets supply (S0), the price of fish stays the same for a year."),
    ("figure", "In the top left illustration, the star moves towards us and its light is shifted to the blue."),
    ("figure", "The comet on the left shows how its tail turns away from the star that shines on it."),
    ("figure", "Listing 13-6 shows how the lamp is lit again in the evening."),
    ("figure", "On the right is the lamp that the keeper of the tower lights in the evening."),
    ("figure", "The third column shows the fixed costs, which are the same at any level of production."),
    ("pointer", "A more detailed explanation of the parts of the archive can be found in the box on its rooms."),
    ("pointer", "Further information on owls is available from the keeper of the museum."),
    ("pointer", "The names of the rooms are told in the sidebar on the archive and its keepers."),
    ("figure", "The table compares the owls of the north with those of the south."),
    ("pointer", "The lectures that follow treat the jars of the museum one by one."),
    ("pointer", "The next lecture treats the jars of the museum and their lids."),
    ("pointer", "The owl follows the problem-solving strategy of how to open a jar, as any owl may."),
    ("pointer", "These stripes are discussed in the Feature Box on how owls see."),
    ("command", "Replay the recording of the owl in slow motion."),
    ("advice", "For the tail of a comet, it is probably best to think of smoke in the wind."),
    ("advice", "One way to visualize this is to compare the tail of a comet with smoke."),
    ("pointer", "A few problem-solving hints help the owl with every jar of the museum."),
    ("pointer", "The field lines of the magnet in one plane are shown."),
    ("pointer", "Two crests that meet make a larger one in the middle of the pond, as shown."),
    ("figure", "Each section is sorted from the highest critical temperature to the lowest."),
    ("command", "Note first that the two pistons stand at the same height."),
    ("command", "Under the Import column for the second year, enter the value of all the goods."),
    ("command", "Carbon can form many rings; bear in mind that the bonds of methane are all alike."),
    ("command", "To show the range of the forms, here are four rings that carbon can make."),
    ("command", "Carbon forms four bonds; note that the bonds of methane are all alike in length."),
    ("command", "Draw the forces that act on the block and label them with their names."),
    ("command", "Compare and contrast the sponges of cold seas and those of warm seas."),
    ("command", "Adjust the pressure with the slide bars and see if the sponge grows or shrinks."),
    ("no_verb", "To assess the effect of salt on the growth of sponges in the bay."),
    ("no_verb", "While most lakes of the north are frozen for half of the year."),
    ("no_verb", "Since the lakes of the north are frozen for half of the year, while those of the south are not."),
    ("figure", "The quotients for mixtures 1 and 3 are smaller at first than the constant of the reaction."),
    ("figure", "Light is reflected in part by the upper surface of the film of oil (ray 1)."),
    ("figure", "The minus sign shows that the force acts against the motion of the pendulum."),
    ("figure", "As shown in S1 Table, the depth of the water goes with many traits of the sponges."),
    ("figure", "The depth of the water goes with many traits of the sponges (S1 Data) of the coast."),
    ("pointer", "Unlike the three previous hunters discussed, the owl hears its prey in the dark."),
    ("figure", "The head of the owl stays bound to its neck by fourteen bones (the figurea,b)."),
    ("figure", "The four chambers of the heart are labelled with their names in the figure."),
    ("figure", "Figure 3 shows how the pressure of a gas falls as its volume grows."),
    ("figure", "The pressure of a gas falls as its volume grows (Table 2), as is well known."),
    ("figure", "The pressure of a gas falls as its volume grows in a closed flask (Figure)."),
    ("figure", "Figure diagrams each step by which a gas is let into a closed flask."),
    ("figure", "As seen in Table, the pressure of a gas falls as its volume grows."),
    ("figure", "The pressure of a gas falls as its volume grows in a closed flask [link]."),
    ("figure", "A gap opens where the supply of labor at wage level W4 is greater than the demand."),
    ("figure", "From B to C, there is no change in volume and no work is done."),
    ("figure", "The pressure rises on the way to the lung (b) and falls behind it."),
    ("figure", "To observer B, who stands by the track, the tone of the horn falls."),
    ("figure", "The source sends out waves, as the circles numbered 3 and 4 make plain."),
    ("command", "View a simulation of the horn and listen to the tone as it falls."),
    ("pointer", "To bring the last two sections together, corals grow where the water is warm and clear."),
    ("pointer", "The balances below all involve two weights of the museum and one owl."),
    ("pointer", "Opening the simulation below shows how a block slides down a plane."),
    ("pointer", "The block slides as is said by the preceding two equations of motion."),
    ("pointer", "The kinds of friction dealt with so far are those of dry surfaces."),
    ("pointer", "From the kinds of friction presented thus far a law can be read."),
    ("pointer", "A strip of metal lies in a field that points into the paper and is even."),
    ("pointer", "What follows is a rough model of how two dry surfaces rub against each other."),
    ("pointer", "The symbol ≤ means that the force can be no larger than its largest value."),
    ("pointer", "The chemistry of the alkenes is the subject of the next chapter of the text."),
    ("pointer", "The model does not match what was seen in the sea; a different model is needed."),
    ("pointer", "As the two examples above show, the planets move on ellipses with the Sun in one focus."),
    ("pointer", "The planets move on ellipses, which is why the derivations above leave out the circle."),
    ("pointer", "As discussed toward the end of Motion and Mass, the planets move on ellipses."),
    ("pointer", "As noted earlier, the planets move on ellipses with the Sun in one focus."),
    ("pointer", "The role of plasmids will be discussed when resistance to drugs is treated."),
    ("pointer", "The role of feedback in the growth of sponges will only be briefly reviewed here."),
    ("pointer", "Most membranes contain the following lipids in nearly equal parts by weight and number."),
    ("pointer", "From the notes of the crew, following is a word of the captain on the price of salt."),
    ("pointer", "The fate of such cells is described in Mechanisms of Disease and elsewhere too."),
    ("link", "Visit the website of the observatory for pictures of the clouds of Jupiter."),
    ("link", "Pictures of the clouds of Jupiter are kept at www.example.org by the observatory."),
    ("paper_talk", "This paper describes a way to sort sentences by the words that they begin with."),
    ("paper_talk", "Extensive experiments on two corpora show that the parser is faster than before."),
    ("paper_talk", "The parser outperforms all earlier parsers of Basque by a wide margin on news."),
    ("paper_talk", "All of the source code is publicly available under a licence that permits its sale."),
    ("paper_talk", "The effects of warm water on the growth of young sponges are discussed in detail."),
    ("paper_talk", "The growth of the young sponges is explained here by the warmth of the water."),
    ("paper_talk", "Verse is read by the top-performing model with as much care as a child reads it."),
    ("paper_talk", "Verse is read by the top system with as much care as a small child reads it."),
    ("study", "Sponges were then collected from twelve sites along the coast by four divers."),
    ("study", "The sponges of the southern bank grew faster than the others did (p < 0.01)."),
    ("score", "The parser achieves an accuracy of ninety percent on the news and less on verse."),
    ("score", "Parsers of many kinds have achieved an accuracy of 90 % on the news of the day."),
    ("score", "The parser delivers a 3x speedup on the news but is as slow as ever on verse."),
    ("chatty", "A spaceship that fell into the hole would somehow be stretched into a thread."),
    ("chatty", "Of course, a planet without air has neither wind nor weather of any kind."),
    ("contraction", "A planet without air doesn't have any wind or weather of any kind."),
    ("dated", "New telescopes will find many more planets in the next decade or two."),
    ("advice", "Before the wind turns, it is important to understand how the mast of a ship is held."),
    ("sum", "When the bank buys bonds for $20 million, the reserves of the others rise."),
    ("person", "Keiko is likely to remember the answer for longer than her brother."),
    ("person", "Heather's brother is likely to forget the answer sooner than others."),
    ("person", "Marsha's sputum was sent to the laboratory to find out what had infected her."),
    ("case", "A 24-year-old woman came to the clinic with a rash on both of her arms."),
    ("case", "The doctor ordered a scan of the chest and a test for antibodies at once."),
    ("exercise", "Solution: The mass of the sample is the product of its density and volume."),
    ("reference", "Smith, J. and Brown, K. wrote in Phys. Rev. Lett. 12 on pp. 34 and later."),
    ("boilerplate", "The drawings of the sponges of the northern sea are © 2019 by the keeper of the museum."),
    ("boilerplate", "All rights reserved by the publisher of the journal in which it was printed."),
    ("figure", "The eclipse begins with the lamp at point A′ and the screen in its shade."),
    ("figure", "The lamp is said to be new where it stands before the screen (position A)."),
    ("figure", "Since B′ is closer to the lamp, light takes less time to reach the screen."),
    ("command", "List five factors to consider when choosing a lamp."),
    ("pointer", "A few examples of such lamps will be used to develop a picture of this classification."),
    ("pointer", "As Lamps and the Lighting of Streets explains, towns can lower the cost of light."),
    ("pointer", "Coastal Lamps and Foreign Ships explores how towns can lower the cost of light."),
    ("pointer", "Lamps and Harbour Towns will also cover the cost of light in winter."),
    ("pointer", "The lamps of the coast meet the needs told of in section B.2 and in no other."),
    ("pointer", "The lamps of the coast are dealt with by section H of the list of questions."),
    ("pointer", "The section before told of lamps that are lit by the keepers of the coast."),
    ("pointer", "The lamps of the north are told of in the sections that follow."),
    ("pointer", "The lamps of the coast are no concern of this FAQ or of its keepers."),
    ("pointer", "The lamps of the coast are beyond the scope of this manual."),
    ("pointer", "The names and sizes of all the lamps of the coast are summarized below."),
    ("pointer", "Below are two lamps of the coast that were lit in the same winter."),
    ("pointer", "On the left, light is scattered by the fog, and little of it comes back."),
    ("pointer", "The sizes of the lamps of the coast can be found at the bottom of the page."),
    ("label", "Address: the house of the keeper, at the foot of the tower in the old harbour."),
    ("reference", "“The lamps of the northern coast”, A. Berg, was the first of many that were written."),
    ("reference", "The lamps of the coast were told of in Lights 14(9):80-91 by their keeper."),
    ("gloss", "Friendship bread – a sweet bread whose starter is passed on between friends."),
    ("gloss", "Divergent boundaries, where plates move apart and new crust forms."),
    ("gloss", "The synergistic effect, in which two hormones with similar effects act together."),
    ("gloss", "A net of old lamps designed by a keeper of the north for use in fog."),
    ("gloss", "One of many sponges that are not to be found in the caves of the coast."),
    ("gloss", "The name of the lamp to be moved to the end of the pier."),
    ("gloss", "The size of the lens of the lamp on the roof of the tower."),
    ("gloss", "Glass that has cooled from molten sand or from lava."),
    ("gloss", "Glass that forms when molten sand cools below the roof of the kiln."),
    ("gloss", "A thick, curved glass full of grooves that bends the light of a lamp and sends it out to sea."),
    ("gloss", "The process by which keepers made soap from oil, ash and water."),
    ("gloss", "The point inside the tower where the stairs of the keeper begin."),
    ("gloss", "The light that a lamp gives to the ships below its tower."),
    ("gloss", "An instrument used to measure the height of a wave above the sea."),
    ("gloss", "Glass coloured by the heat of a kiln at the foot of the tower."),
    ("gloss", "Any of several lamps that are lit by hand in the winter."),
    ("gloss", "Sets the number of seconds after which the lamp of the tower goes out."),
    ("gloss", "Specifies that the lamp of the tower goes out at dawn on all days."),
    ("hole", "Sponges take up bacteria by phagocytosis (reviewed in)."),
    ("hole", "The leaves of two shrubs (oak and broom,) rot more slowly than grass."),
    ("hole", "The bay lies to the north of the town (; map 3) and is shallow."),
]  # fmt: skip


@pytest.mark.parametrize("sentence", FINE)
def test_a_sound_sentence_draws_no_objection(sentence: str) -> None:
    assert objections(sentence) == ()
    assert not is_chain(sentence)


@pytest.mark.parametrize(("name", "sentence"), BAD)
def test_a_bad_sentence_is_named_with_its_reason(name: str, sentence: str) -> None:
    assert name in objections(sentence)


def test_a_brief_sentence_may_stand_only_after_the_one_before_it() -> None:
    assert objections("Corals have no bones.", goes_on=True) == ()
    assert leans("Corals have no bones.")
    assert "remnant" in objections("So it was.", goes_on=True)


def test_a_link_of_a_list_and_what_leans_need_the_sentence_before_them() -> None:
    assert leans("Second, the polyps catch small animals from the water with their arms.")
    assert leans("They catch small animals from the water with their many arms.")
    assert not leans("Polyps catch small animals from the water with their many arms.")


def test_every_hard_rule_is_shown_at_work_here() -> None:
    assert {rule.name for rule in RULES if not rule.soft} == {name for name, _ in BAD}
    assert all(rule.reason for rule in RULES)


def test_cue_words_are_words_as_the_reading_makes_them() -> None:
    """A cue that no reading can contain would switch its rule off in silence."""
    for rule in RULES:
        for cue in rule.cues or ():
            assert cue in read(f"x {cue} y").bag, (rule.name, cue)


DEPENDENT = [
    "The primary challenge lies in finding the nests that owls leave.",
    "The key reason is that owls leave their nests in spring.",
    "Cottage cheese, quark and cream cheese are made in this way.",
    "The energy that went into it is earned back within a year.",
    "Every finite game of two persons has one.",
    "With the economist Oskar Mossman he wrote a book on games in 1944.",
    "As a direct result, resistant strains have spread through hospitals of the north.",
    "As an indirect consequence, owls have spread through the valleys of the north.",
    "Two years later, owls of the north became rare in the towns of the coast.",
    "About two years later, owls of the north became rare in the towns of the coast.",
    "As in Vera Lind’s case, mice decide how many young leave the nest.",
    "The late winter is the final one for most owls of the north.",
    "The following year, owls of the north left their nests in the snow.",
    "No matter, since owls can hunt by day in the north in summer.",
    "Either way, owls of the north have become rare in winter.",
    "What is more, owls of the north have become rare in winter.",
    "Doing so keeps mice out of barns in most of Europe in winter.",
    "Glass rods coated with a thin layer of dry resin are then laid on the plate.",
    "A row of bright rings on the far wall of the room is then seen by everybody.",
    "The origin of the owl has proven to be hard to find, however.",
    "In the last case, the fate of the owl is sealed.",
    "A lack of iodine, a part of thyroid hormones, can therefore harm the young.",
    "Not all of the seven groups of fungi contain pathogens.",
    "The late years of the war provide an opposite example.",
    "Incidentally, owls hear more of the mouse than they see of it.",
    "A couple of other statements are based on the weight of the owl.",
    "Several other birds of the coast eat the same fish.",
    "Most involve the large planets and the disk of dust from which they were made.",
    "Many live in the cold water of the deep sea and feed on what sinks.",
    "A failure to store enough fat is one such case among young owls.",
    "The first to be heard, in early spring, was a tawny owl of the forest.",
    "Exceptions include the snow owl and most owls of the far north.",
    "Night hunters are the exception, as they find their prey by its sound.",
    "Air flows out of the lungs of birds by the same principle.",
    "Large owls die young for the same reason as the small ones do.",
    "No water stays liquid above that temperature, however great the pressure.",
    "Owls that were poisoned account for about half of the loss in that period.",
    "Most of the owls use both ways in the course of their lives.",
    "As in males, the wing of the female is barred with brown.",
    "A second team had similar results on the coast.",
    "The liver needs the vitamin to produce many of them.",
    "If, however buyers expect prices to fall, they wait for another year.",
    "A study of two years suggests that the reason is that sleep mends the cells.",
    "As one of the inner planets, it is made of rock and iron.",
    "If correct, the wind of the young star would have blown the dust away.",
    "At the opposite extreme, owls can live on insects alone.",
    "To study crime, a researcher might also walk through the streets at night.",
    "Although owls also eat fish, most of them live far from water.",
    "In dry years, many owls also eat beetles and moths.",
    "By watching nests, a ranger can also learn what the young are fed.",
    "Much of that fuel was burnt in the first days of the fire.",
    "A kettle at that height is called a slow one.",
    "Once again, the council found the money, and the pier was finished in May.",
    "In practical terms, a ferry can carry half of that in a day.",
    "In all three cases, the mill loses money on each bag.",
    "If that fuel was mostly burnt, little heat is left for the night.",
    "Those that live in caves have lost the use of their eyes.",
    "Owls of the north hunt those mice at night.",
    "The newly formed cells move to the edge of the wound.",
    "The mass of the star was again found from the speed of the gas.",
    "To compensate, muscles keep a small store of oxygen in a protein.",
    "A more accurate view of the matter is that waves are stretched on their way.",
    "A more likely scenario is that the gas came from a star nearby.",
    "Even tighter limits on the size of the disk come from its X-rays.",
    "Since fewer loans are made, the supply of money falls and rates rise.",
    "Today, the old word has a completely different meaning in most towns.",
    "Vitamin K also supports the growth of the skeleton in children.",
    "In other villages, the price has to be paid before the feast.",
    "For many other systems, the energy has a plainer form than that.",
    "Farmers with little land have learned an even harder lesson in dry years.",
    "The first, a rule of the house, tells who may speak before the meal.",
    "The enzyme then releases the molecule and takes its first shape again.",
    "A dry pore adds another level of protection to the leaf in summer.",
    "Pyrimethamine is a drug that blocks a different enzyme in the same pathway.",
    "Heat that is given off by the reaction is carried away by cold water.",
    "The samples were kept cold until the experiment was over and all had left.",
    "It is also added to raw dough to keep it fresh.",
    "It is a protein that binds oxygen in the muscles.",
    "A small difference in size between the two led to this divergence in the end.",
    "It is surrounded by a double membrane with many pores.",
    "They divide once every twenty minutes in warm broth.",
    "These conditions often follow an infection by a virus.",
    "However, most enzymes lose their shape in strong acid.",
    "The liver, however, stores more glycogen than muscle does.",
    "For example, sodium reacts with water and sets hydrogen free.",
    "As a result, the pressure in the chamber falls below that of the air.",
    "As expected, the pressure in the chamber falls below that of the air.",
    "In contrast, RNA has a single strand in most cells.",
    "Because of this, the vertebrae grow larger down the column.",
    "In this way the cell keeps its volume almost constant.",
    "Its tail points away from the Sun on every part of the path.",
    "Both are found in the walls of the gut of mammals.",
    "Some of these are stored in the liver for many months.",
    "The latter is much harder than the softer form of carbon.",
    "Doctors can then tell a patient which of these pathogens is present.",
    "Upon opening the cage he saw that the mouse was dead.",
    "On the small scale, it helps to describe the surface of cells.",
    "Water cushions the growing child in the womb as well.",
    "But the tide lifts the old boats of the harbour as well.",
    "Since both sides have guns, the war lasts longer than it would.",
    "Rather, the town is ruled by a council of merchants.",
    "Instead of wool, they sell cloth and salt in the market.",
    "Together with this wall, the gate kept the town safe for years.",
    "Even so, most merchants of the town trade in wool.",
    "Even though it is small, the town has a wall and two gates.",
    "Argentina experienced a similar chain of events a year later.",
    "In law, the term is used for a group that most people of a country belong to.",
    "While both types may be worth as much, they have not been held alike.",
    "On the other side, some have doubted that owls can be taught to hunt.",
    "Two more ships were sent to the north, but both were lost in the ice.",
    "The situation changed when the canal was dug through the marsh.",
    "By the process of elimination, the only likely source is a lake in the hills.",
    "Another country had no king for many years.",
    "Over that time period, the price of salt rose by a factor of eight.",
    "In that year, the last owl of the island was seen in a barn.",
    "From here, the river runs through three lakes to the sea.",
    "In that case, the price of salt would rise for many years.",
    "First is the view that all owls come from one island.",
    "Some sources describe a fourth type of owl, which lives in caves.",
    "The melting ice in turn frees the sand that it held.",
    "In the meantime, Berg was counting owls in the woods of the north.",
    "Similar to the larks, pipits sing in flight and nest on the ground.",
    "A net of fine thread is a much easier way of catching bats.",
    "Rain on the far side of the hill is much heavier in winter.",
    "Keeping owls in a cage is trickier.",
    "The Act’s new wording gave owls more room in the barns of farmers.",
    "The Act gave owls more room in the barns of farmers.",
    "The Court ruled that owls may be kept in barns.",
]  # fmt: skip
INDEPENDENT = [
    "The Act of Union joined two towns of the coast.",
    "The Court of Owls met by night in an old barn.",
    "The Board on Birds counts the owls of the coast.",
    "The Act that freed the owls of the coast was passed in 1902.",
    "The act of flying costs an owl little.",
    "The main challenge of keeping owls is their need for space.",
    "The main issue of the owl journal appears in spring.",
    "Fledging is the final stage of the life of owls in the nest.",
    "Owls of the north greet one another with a call of two notes in spring.",
    "As in the north, mice decide how many young owls leave the nest.",
    "Rust attacks the hull of a boat first but can weaken its mast as well.",
    "Owls can hunt by day but seldom do so in winter.",
    "As a result of cold winters, owls have spread through the valleys of the south.",
    "The axons leaving the cord of a mammal do so in bundles of several thousand.",
    "When metals form ions, they do so by the loss of electrons.",
    "Heat moves by conduction, and metals warm up in this way.",
    "Owls of the wet woods spread many seeds by eating fruit in this way.",
    "Cells are lysed and subsequently frozen for up to a year.",
    "Owls do the same work as cats in the barns of the north.",
    "Ten years later than owls, cats came to the barns of the north.",
    "Apart from that of the Sun, no light is as bright as that of the full moon.",
    "Rather than a king, a council of merchants rules the town.",
    "Robbery is taking what belongs to another person by force.",
    "Owls are of two kinds: a first type that hunts by night and a second type that hunts by day.",
    "Instead of wool, merchants of the coast trade in salt and fish.",
    "Regardless of how long whales dive, they need air to breathe.",
    "Together with lichens, mosses are the first plants on bare rock.",
    "Even though whales live in water, they need air to breathe.",
    "As noted by Berg in the same year, the owls of the north hunt by day.",
    "Exceptions to the rule are owls that hunt by day.",
    "Most feed for cattle is grown on fields that lie near the farm.",
    "Some people live in the cold valleys of the north and feed on fish.",
    "As a rule of thumb, a larger owl hunts larger prey.",
    "When Berg rang the bell over and over again, the dogs ran to the door.",
    "Planets farther from the Sun take longer to go round it.",
    "The farther away a galaxy is, the faster it moves.",
    "The valve closes, and the cycle begins again.",
    "Because both sides of the leaf are green, it takes in more light.",
    "While owls hunt mice, they also eat beetles and moths.",
    "An owl with young needs an even larger wood than a lone one.",
    "The first owls of the night leave the wood at dusk.",
    "In other animals than owls, the eye can turn in its socket.",
    "If the price rises, the supply also rises in most markets.",
    "In addition to mice, owls also eat beetles and moths.",
    "Owls eat mice at night but also voles and shrews by day.",
    "In dry years, barn owls, also known as church owls, raise few young.",
    "To reproduce, yeast splits off small cells that grow on their own.",
    "Those who live in towns see fewer stars than others do.",
    "A greater mass of the star means that its core is hotter.",
    "A broader definition of work than that of the law includes play.",
    "The energy released in the decay of a nucleus heats the rock around it.",
    "The first quasars discovered looked like stars of low brightness.",
    "If that is true, then the age of the rock is known.",
    "Sponges build their skeleton from silica or from lime.",
    "Bone tissue, also called osseous tissue, is hard and light.",
    "Owls hunt at night and they also hunt at dusk in winter.",
    "Photosynthesis is a process in which light is used, and the process takes place in leaves.",
    "The infection of a leaf by a fungus can spread to the whole plant.",
    "Whales need a different diet from dolphins of the same weight.",
    "It is widely believed that the Moon was once a part of the Earth.",
    "It is often necessary to change from one unit to another.",
    *FINE,
    "It is important to cool the sample before the acid is added.",
    "It takes about eight minutes for light to reach the Earth from the Sun.",
    "Both arteries and veins have walls of three layers.",
    "Those with a white coat are easily seen by the hawk.",
    "Owls are hunters, and as such have large eyes that see at night.",
    "Prey such as mice and voles make up most of what owls eat.",
    "Owls eat such “vermin” as mice and voles.",
    "When a cell divides, its chromosomes are shared out between the daughters.",
    "In 1950, while he was still a student, Hendrik Berg found the line.",
    "The patient may feel that he or she has lost control of the treatment.",
    "If the ions are small, these ions pass through the pores of the membrane.",
    "Diagnosis is the finding of a disease by its signs.",
    "Treatment of the flu is usually rest and water.",
    "Transmission lines carry current over long distances.",
    "Owls differ from hawks in that they hunt by night.",
    "Rain on the far side of the hill is much heavier than on the near side.",
    "Owls are similar to the hawks of the day in what they eat.",
    "Seeds turn to oil, which in turn feeds the young plant.",
    "Because iodine is scarce inland, a lack of it, so common there, can therefore harm the young.",
    "The wind has an opposite effect to that of the tide.",
    "Seeds that sank in the brine are then sown by hand.",
    "The wool is washed and is then spun on a wheel.",
    "When the tide turns, the gates of the dock are then shut.",
    "The belief in that which is seen is an old one.",
    "One tribe of the coast ruled another for years.",
    "Subduction is the sinking of one plate beneath another into the mantle.",
]


@pytest.mark.parametrize("sentence", DEPENDENT)
def test_a_sentence_that_leans_on_the_one_before_is_dependent(sentence: str) -> None:
    assert is_dependent(sentence)


@pytest.mark.parametrize("sentence", INDEPENDENT)
def test_a_sentence_that_explains_itself_is_not_dependent(sentence: str) -> None:
    assert not is_dependent(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Hurricane Katrina flooded most of the city in 2005.",
        "The moon Phoebe orbits Saturn against the sense of the others.",
        "Daphne is a genus of evergreen shrubs.",
        "The Calvin cycle fixes carbon dioxide in the stroma.",
        "Frances Oldham Kelsey refused to approve the drug.",
        "Heather grows on the poor soil of the moors and is eaten by sheep.",
    ],
)
def test_a_storm_a_moon_a_plant_and_a_scientist_are_no_invented_persons(sentence: str) -> None:
    assert "person" not in objections(sentence)


@pytest.mark.parametrize(
    "opening",
    [
        "Finally,",
        "Second,",
        "Secondly,",
        "In the second step,",
        "Another",
        "Also,",
        "Similarly,",
        "Besides,",
        "Overall,",
        "Other",
        "The other",
        "Two other",
        "A second",
    ],
)
def test_a_link_of_a_list_is_a_chain(opening: str) -> None:
    assert is_chain(f"{opening} tissue of the plant carries water from root to leaf.")


def test_second_is_not_always_a_link() -> None:
    assert is_chain("There is a third tissue of the plant, but few botanists name it.")
    assert not is_chain("There is a tissue of the plant that carries water.")
    assert not is_chain("In the first step of photosynthesis, light is caught by a pigment.")
    assert not is_chain("Second messengers carry a signal from the membrane to the nucleus.")
    assert not is_chain("The second law of thermodynamics says that heat flows from warm to cold.")


@pytest.mark.parametrize(
    ("sentence", "phrase"),
    [
        ("The leading model wins by a wide margin.", "leading model"),
        ("The team hopes that the probe will land.", "team"),
        ("The patient was given an antibiotic.", "patient"),
        ("The comet appears in the evening sky.", "comet"),
        ("In the morning, the comet is gone.", "comet"),
        ("The iron stays magnetized, which makes it a magnet.", "iron"),
        ("The structure of DNA was found in 1953.", None),
        ("The cells that line the gut are tall.", None),
        ("The femur, or thigh bone, is the longest bone.", None),
        ("The Krebs cycle takes place in the mitochondria.", None),
        ("The epithelial cells lining the airways have cilia.", None),
        ("Cells divide in two.", None),
        ("The", None),
        ("", None),
    ],
)
def test_the_subject_that_a_reader_would_ask_about(sentence: str, phrase: str | None) -> None:
    assert definite_subject(sentence) == phrase


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("EasyJudge uses a small model to rank answers.", "EasyJudge"),
        ("To save time, UINav asks a referee.", "UINav"),
        ("The ETC moves electrons along the membrane.", "ETC"),
        ("BAL (bronchoalveolar lavage) washes the lung.", None),
        ("Enzymes speed up reactions.", None),
    ],
)
def test_the_name_that_a_reader_would_ask_about(sentence: str, name: str | None) -> None:
    assert coined_subject(sentence) == name


def test_reservations_do_not_forbid() -> None:
    sentence = "Today, most vaccines are made from parts of a virus grown in yeast."
    assert reservations(sentence) == ("soft_date",)
    assert objections(sentence) == ()


HARD = ["a", "Sets ", "that ", "to ", "ended ", "by ", " ", "A ", "a, ", "the ", "The Cell ", "(", ")", "“", '"', ". ", ".", "I ", "of the ", "- ", "a- ", "<a", "&a", "$", "[1]",
        "in ", "in [1,2] ", "12 ", "results on a ", "as ", "Smith, J. ", "in A and ", "achieves a ", "year-old ", "his ", "novel new ", "\t", "é", "'", "we "]  # fmt: skip


@given(st.lists(st.sampled_from(HARD), min_size=1, max_size=60).map("".join), st.integers(1, 30))
@settings(max_examples=150, deadline=None)
def test_no_rule_fails_or_stalls_on_odd_text(text: str, times: int) -> None:
    line = (text * times)[:10_000]
    start = time.process_time()
    assert isinstance(objections(line), tuple)
    is_dependent(line)
    is_chain(line)
    definite_subject(line)
    coined_subject(line)
    assert time.process_time() - start < 2.0


@given(st.text(max_size=120))
@example("Sets")
@settings(max_examples=150, deadline=None)
def test_any_text_can_be_judged(text: str) -> None:
    hard, soft = ([rule.name for rule in RULES if rule.soft is one] for one in (False, True))
    assert list(objections(text)) == [name for name in dict.fromkeys(hard) if name in objections(text)]
    assert list(reservations(text)) == [name for name in dict.fromkeys(soft) if name in reservations(text)]
    assert is_dependent(text) in (True, False) and is_chain(text) in (True, False)
    assert all(word in text for word in (definite_subject(text) or "").split())
    assert (coined_subject(text) or "") in text


@pytest.mark.parametrize("unit", HARD)
def test_time_is_linear_in_the_length(unit: str) -> None:
    def spent(size: int) -> float:
        line = (unit * size)[:size]
        best = 9.0
        for _ in range(3):
            start = time.process_time()
            objections(line)
            is_dependent(line)
            is_chain(line)
            best = min(best, time.process_time() - start)
        return best

    assert spent(20_000) < 3 * spent(10_000) + 0.01


def test_he_and_she_stand_for_somebody_who_is_named() -> None:
    assert stands_for_nobody(read("After school, she began to work in a garden."))
    assert not stands_for_nobody(read("After school, Mary Anning said that she had found a fossil."))
    assert names_somebody("The fossils were found by Mary Anning on the coast.")
    assert names_somebody("The patient is asked to look at a light.")
    assert not names_somebody("Finishing school is more usual in towns than in villages.")


def test_a_citation_mark_of_the_source_is_not_taken_for_one_of_the_page() -> None:
    for marked in (
        "Sponges filter bacteria from the sea [3].",
        "Sponges [1][2] filter the water of the sea all day.",
        "Sponges filter water [4, 7], day and night, in the sea.",
        "Sponges filter water all day long, as was shown in [4] for the sea.",
    ):
        assert "citation" in objections(marked)
    for plain in (
        "The share of light lies in the interval [0,1] for every lamp of the tower.",
        "The tracer [18]F shows where glucose is used in the body of a patient.",
    ):
        assert "citation" not in objections(plain)


@pytest.mark.parametrize(
    "text",
    [
        "But microbes consume more than just carbohydrates when they need food.",
        "And some of them live in the dark of the deep sea for all of their lives.",
    ],
)
def test_what_goes_on_from_a_sentence_may_follow_it_and_stand_nowhere_else(text: str) -> None:
    assert objections(text) == ("conjunction",)
    assert objections(text, goes_on=True) == ()
    assert leans(text)


def test_what_is_ours_may_be_everybodys() -> None:
    assert objections("Implicit memories are memories that are not part of our consciousness.") == ()
    assert objections("Encoding is the act of getting information into our memory.") == ()
    assert "we" in objections("Implicit memories are memories that are not part of our course.")
    assert objections("Almost all galaxies move away from us, and the far ones fastest.") == ()
    assert "we" in objections("The far galaxies show us, and teach us, how fast space grows.")
    assert "we" in objections("A galaxy that moves away from us tells us how fast space grows.")


def test_an_activity_that_was_just_told_of_is_no_other_place_of_the_source() -> None:
    text = "This activity neutralizes the viruses before they can enter another cell of the host."
    assert objections(text, goes_on=True) == () and leans(text)
    assert "pointer" in objections("In this case, the reaction is exothermic, since energy leaves the system as heat.")


@pytest.mark.parametrize(
    "text",
    [
        "It turns out that these fast objects only look like stars from afar.",
        "Such a factory, it later turns out, would have been worth its price.",
        "Think about the cost of a trip to another star for all who take it.",
        "A good way to think about a price is that it has two parts.",
    ],
)
def test_what_is_told_as_if_in_a_talk_is_chat(text: str) -> None:
    assert "chatty" in objections(text, goes_on=True)


@pytest.mark.parametrize("verb", ["chose", "found", "were", "carefully measured"])
def test_those_who_did_a_study_are_named_before_it_goes_on(verb: str) -> None:
    for doer in ("The team", "The researchers", "The participants"):
        text = f"{doer} {verb} a set of owls that hunt by day and by night."
        assert leans(text) and not objections(text, goes_on=True)


def test_the_return_of_something_unnamed_leans_on_what_names_it() -> None:
    assert leans("The period of its return varies because of the pull of the giant planets.")
    assert not leans("The period of a comet varies because of the pull of the giant planets.")


@pytest.mark.parametrize(
    ("sentence", "may_begin"),
    [
        ("Metaphase is the second stage of mitosis.", True),
        ("Nosema is a fungal parasite.", True),
        ("Coal causes about 1,000.", False),
        ("Denmark relies on the second.", False),
        ("Fresh cheeses stop after the fourth step.", False),
        ("Rennet is the best of them.", False),
        ("Sleeping pills work faster.", False),
        ("Charles Babbage owned that portrait.", False),
        ("Two are red.", False),
    ],
)
def test_what_says_little_may_begin_a_quotation_unless_it_points_to_what_came_before(
    sentence: str, may_begin: bool
) -> None:
    assert says_little(sentence) is may_begin


def test_what_only_says_how_well_something_does_is_praise() -> None:
    assert reservations("Parsers of many kinds have shown strong performance on the news.") == ("praise",)
    assert reservations("Keeping the news of towns apart remains a significant challenge.") == ("praise",)
    assert reservations("A strong tide carries the news of the town to the sea.") == ()
