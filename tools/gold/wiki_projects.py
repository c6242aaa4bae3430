"""The fields that the projects of English Wikipedia belong to: a table, from which it can be told how many fields a
page spans.

Projects about people, places, periods of history and the running of the wiki say nothing on the field and are not
listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

_TABLE: Mapping[str, str] = {
    "mathematics": "Mathematics; Statistics; Numbers; Game theory; Logic",
    "physics": "Physics; Fluid dynamics; Relativity; Time; Measurement; Glass; Color; Optics",
    "chemistry": "Chemistry; Chemicals; Elements; Polymers; Rocks and minerals",
    "astronomy": "Astronomy; Solar System; Spaceflight; Mars; Moon; Astronomical objects",
    "earth": "Geology; Climate change; Meteorology; Weather; Tropical cyclones; Severe weather; Oceans; Earthquakes; Volcanoes; Geography; "
    "Environment; Soil; Limnology and Oceanography; Lakes; Rivers; Mountains; Caves; Earth science; Antarctica",
    "life": "Biology; Molecular Biology; Molecular and Cell Biology; Genetics; Evolutionary biology; Computational Biology; Biophysics; Microbiology; "
    "Viruses; Plants; Animals; Mammals; Birds; Fishes; Insects; Arthropods; Amphibians and Reptiles; Fungi; Algae; Primates; Dinosaurs; "
    "Palaeontology; Paleontology; Tree of Life; Ecology; Ecoregions; Animal anatomy; Marine life; Bivalves; Gastropods; Spiders; Horticulture and Gardening; "
    "Neuroscience; Veterinary medicine; Agriculture; Forestry; Fisheries and Fishing; Dogs; Cats; Rodents; Biota; Cephalopods",
    "medicine": "Medicine; Anatomy; Pharmacology; Physiology; Nursing; Dentistry; Disability; Autism; Health and fitness; Women's Health; COVID-19; "
    "Psychoactive and Recreational Drugs; Sanitation; Occupational Safety and Health; Death; Addictions and recovery; Sexology and sexuality",
    "psychology": "Psychology; Psychiatry; Parapsychology",
    "computing": "Computing; Computer science; Computer Security; Internet; Software; Databases; Robotics; Cryptography; Systems; Artificial Intelligence; "
    "Programming languages; Websites; Apple Inc.; Google; Microsoft; Linux; Java; C/C++; Video games",
    "engineering": "Engineering; Civil engineering; Chemical and Bio Engineering; Electrical engineering; Electronics; Technology; Energy; Metalworking; "
    "Transport; Aviation; Trains; Ships; Automobiles; Bridges and Tunnels; Telecommunications; Mining; Energy portal; Materials; Rocketry; Nuclear technology",
    "economics": "Economics; Business; Finance & Investment; Finance; Marketing & Advertising; Companies; Numismatics; Accounting; Taxation; Globalization; Organized Labour",
    "society": "Sociology; Anthropology; Culture; Gender Studies; Feminism; Ethnic groups; Urban studies and planning; Discrimination; Human rights; "
    "Development; Globalisation; Alternative Views; Conservatism; Socialism; LGBTQ+ studies; Folklore; International development; Community development; Society",
    "politics and law": "Politics; Law; International relations; Elections and Referendums; Political parties; Military history; Crime; Crime and Criminal Biography; "
    "Law Enforcement; Terrorism; Anarchism; Espionage; Human Rights; Political science",
    "philosophy": "Philosophy; Skepticism; Ethics; Atheism; Transhumanism; Alternative medicine; History of Science",
    "religion": "Religion; Christianity; Islam; Judaism; Buddhism; Hinduism; Bible; Catholicism; Mythology; Occult; Spirituality; Theology; New religious movements",
    "language": "Linguistics; Languages; Literature; Books; Poetry; Novels; Writing systems; Translation studies; English Language; Journalism; Typography; Children's literature",
    "arts": "Arts; Visual arts; Architecture; Film; Television; Theatre; Music theory; Music; Classical music; Dance; Photography; Design; Fashion; Comics; Media; Opera; Jazz; Songs; Albums",
    "education": "Education; Universities; Schools; Libraries; Academic Journals; Higher education",
    "food": "Food and drink; Wine; Beer; Coffee; Spirits",
    "sport": "Sports; Football; Olympics; Cricket; Athletics; Baseball; Basketball; Cycling; Chess",
    "history": "Archaeology; History; Classical Greece and Rome; Ancient Egypt; Middle Ages; Heraldry and vexillology; European history; World's oldest people",
}
FIELD_OF: Mapping[str, str] = {
    name.strip().casefold(): field for field, names in _TABLE.items() for name in names.split(";")
}


def fields_of(projects: Iterable[str]) -> tuple[str, ...]:
    """The fields of these projects, sorted. A task force ("Chemistry/Organic chemistry") counts for its project."""
    found = {FIELD_OF.get(one.partition("/")[0].strip().casefold()) for one in projects}
    return tuple(sorted(one for one in found if one))
