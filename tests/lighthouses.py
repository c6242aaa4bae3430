"""A small made corpus: lighthouses, and beside them enough of the bundled sample that a topic can stand out. Not a test
file."""

from __future__ import annotations

import json
from importlib.resources import files

TOPIC = "Lighthouse"

TEXTS = (
    "A lighthouse is a tower that carries a strong light to guide ships at night and to warn them of dangerous coasts. It stands on headlands, on rocks in the sea, or at the entrance of a harbour.",
    "The Pharos of Alexandria was a lighthouse that was built on a small island in the third century before our era. It burned wood at its top, and sailors could see its smoke by day and its flame by night.",
    "In 1822 Augustin Fresnel built a lens of many glass rings for lighthouses. The Fresnel lens bends the light of a lamp into a narrow beam, and it uses far less glass than a solid lens of the same power.",
    "The lamp of a lighthouse burned wood at first, later coal, oil and gas. Electric arc lamps came into lighthouses in the second half of the nineteenth century, and light-emitting diodes have replaced most filament lamps since 2000.",
    "Each lighthouse has a light character of its own, which is a rhythm of flashes and dark intervals. Sailors read the character from a chart and so tell one lighthouse from its neighbours.",
    "The range of a lighthouse depends on the power of its lamp and on the height of its lantern above the sea. A lantern at forty metres can be seen from about thirteen nautical miles before the curve of the Earth hides it.",
    "Lighthouse keepers trimmed the wicks, wound the clockwork that turned the lens, and kept the glass of the lantern clean. Most lighthouses were automated between 1960 and 2000, and hardly any keeper lives in a tower today.",
    "Towers on rocks in the sea were built of granite blocks that lock into one another. John Smeaton shaped the third Eddystone lighthouse like the trunk of an oak, with a wide foot, and the sea could not move it.",
    "Screw-pile lighthouses stand on iron piles that are turned into sand or mud. This type of lighthouse was common in the shallow bays of North America during the nineteenth century.",
    "A lightship is a vessel that carries a light where no lighthouse can be built. Lightships were expensive to man, and large buoys have replaced nearly all of them.",
    "The lantern of a lighthouse is a room of glass that protects the lamp and the lens from rain and from birds. A gallery runs around the lantern, so that the panes can be cleaned from outside.",
    "Many lighthouses lose their use because ships find their way by satellites. Some lighthouses became museums, inns or private homes, and volunteers maintain others as monuments.",
    "Migrating birds are drawn to the beam of a lighthouse on foggy nights and die against its panes. Flashing lights attract fewer birds than lights that burn without a break.",
    "Fog signals of lighthouses sound where the light cannot be seen. Bells and guns were followed by sirens and horns, and most fog signals have been silent since ships carry radar.",
    "Leading lights are pairs of small lighthouses that mark a channel. A pilot who keeps the two lights in one line stays in deep water.",
    "Erosion threatens lighthouses that were built close to soft cliffs. The Cape Hatteras lighthouse was moved about 880 metres inland on rails in 1999.",
    "Some engineers hold that lighthouses are still needed as a reserve because satellite signals can be jammed. Others argue that the money is better spent on radio beacons.",
    "The colours of a lighthouse serve as a day mark. Bands of red and white are seen against snow and forest, and a white tower is seen against dark rock.",
)


def lighthouse_rows(others: int = 10) -> list[str]:
    """The texts as rows of a JSONL corpus, and a sample of rows on reefs."""
    rows = [
        {
            "text": text,
            "url": f"https://example.org/lights/{number}",
            "title": f"Lights of the coast, part {number}",
            "domain": "Seamanship",
            "year": 1990 + number,
        }
        for number, text in enumerate(TEXTS, 1)
    ]
    reefs = (files("castalia.tools") / "sample_coral_reefs.jsonl").read_text(encoding="utf-8").splitlines()
    return [*(json.dumps(row) for row in rows), *reefs[:: len(reefs) // others][:others]]
