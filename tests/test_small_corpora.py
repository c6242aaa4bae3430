"""A small corpus on one topic, as people collect it: the headings that its authors gave are those of the page."""

from __future__ import annotations

from castalia.graphs import generate_sync

NOTES = {
    "Rye bread primer > Overview": (
        "Rye bread is a bread that is baked from the flour of rye. Most rye bread is darker and denser than bread from wheat.",
        "Rye bread contains more fibre than white bread. A slice of rye bread weighs about 50 grams.",
    ),
    "Rye bread primer > History": (
        "Rye bread was the daily food of northern Europe in the Middle Ages. Wheat did not ripen there in cold summers.",
        "Rye bread was sold by weight in Hanseatic towns from 1350 on. Bakers who cheated were fined by the town.",
        "After 1950 rye bread lost ground to white bread in most cities. Only Finland kept eating rye bread every day.",
    ),
    "Mill notebook > Grinding": (
        "The flour of rye bread is sold by its ash, from light to dark. Coarse flour of rye takes up more water than fine flour.",
        "Rye bread from whole grain needs a dough that rests for several hours. The bran swells in that time and softens.",
    ),
    "Kitchen science > Storage": (
        "Rye bread stays fresh for about ten days in a closed box. Rye bread dries out more slowly than bread from wheat.",
        "Mould grows on rye bread that is wrapped in plastic. A clay pot lets the moisture of the loaf escape.",
        "Rye bread can be frozen for three months without loss of taste. Sliced rye bread thaws within an hour on a table.",
    ),
    "Kitchen science > Acid": (
        "Rye bread rises with sourdough, because the starch of rye breaks down without it. Lactic bacteria lower the pH to about 4.",
        "Sourdough gives rye bread its taste and a firm crumb. Rye bread that is baked with yeast alone becomes sticky.",
    ),
}


def test_the_headings_of_short_documents_on_the_topic_are_those_of_the_page_whatever_words_they_use() -> None:
    rows = [
        {
            "text": text,
            "title": title,
            "url": f"https://example.org/{title.replace(' > ', '/').replace(' ', '-')}#p{at}",
        }
        for title, texts in NOTES.items()
        for at, text in enumerate(texts)
    ]
    page = generate_sync("Rye bread", corpus=rows)
    assert page.record["lead"].startswith("Rye bread is a bread that is baked from the flour of rye.")
    found = [one["heading"] for one in page.record["sections"]]
    assert {"History", "Grinding", "Storage", "Acid"} <= {*found}, found
    cited = {one["number"]: one["title"] for one in page.record["references"]}
    for section in page.record["sections"]:
        told = [one for one in page.record["claims"] if one["section"] == section["id"]]
        if section["heading"] in ("Grinding", "Storage", "Acid"):
            assert {cited[number].partition(" > ")[2] for one in told for number in one["citations"]} == {
                section["heading"]
            }
