"""Sites that carry Wikipedia's articles: the encyclopedia itself, mirrors, forks and readers of it. No list of them is
complete."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

MIRRORS = frozenset(
    """wikipedia.org wikimedia.org wikimediafoundation.org wikidata.org wmflabs.org toolforge.org wikiwand.com
    wikizero.com wikiless.org dbpedia.org kiwix.org wikipedia-on-ipfs.org wiki2.org wikimili.com
    wikivisually.com wikibrief.org en-academic.com enacademic.com academic.ru alchetron.com infogalactic.com
    everybodywiki.com justapedia.org kiddle.co kidzsearch.com thefreedictionary.com answers.com liquisearch.com
    absoluteastronomy.com artandpopularculture.com explained.today findatwiki.com linkfang.org second.wiki
    zxc.wiki hmong.wiki qwe.wiki handwiki.org gpedia.com google-wiki.info thereaderwiki.com codedocs.org
    revolvy.com peoplepill.com self.gutenberg.org gutenberg.us worldheritage.org worldlibrary.org medlibrary.org
    newworldencyclopedia.org military-history.fandom.com military.wikia.org encyclopedia.kids.net.au wordiq.com
    spiritus-temporis.com experiencefestival.com encycl.opentopia.com speedydeletion.fandom.com
    deletionpedia.org""".split()
)

_CARRIED = re.compile(
    r"(?<![\w-])(?:wikipedia|wikiwand)\.(?:org|com)(?![\w.-])", re.I
)  # in the path of an archive or a proxy
_TITLED = re.compile(
    r"[-–—|·:(] ?(?:the free encyclopedia|wikipedia|wikiwand|dbpedia|infogalactic|alchetron|kiddle|handwiki)\b", re.I
)


def is_mirror(url: str) -> bool:
    """Whether the address belongs to such a site, or carries one of its addresses inside (archives, proxies)."""
    address = url.strip()
    try:
        parts = urlsplit(address if "//" in address else f"//{address}")
        host = (parts.hostname or "").rstrip(".")
    except ValueError:
        return bool(_CARRIED.search(address))
    labels = host.split(".")
    if any(".".join(labels[at:]) in MIRRORS for at in range(len(labels))):
        return True
    return bool(_CARRIED.search(unquote(f"{host} {parts.path} {parts.query}")))


def says_mirror(title: str) -> bool:
    """Whether a title says whose article it is: "Glycolysis - Wikipedia"."""
    return bool(_TITLED.search(title[:500]))
