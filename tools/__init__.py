"""Contact and craft: corpora, text, embeddings, citations, rendering. Deterministic, no LangGraph.

One folder for each thing that is worked on. Each may import those that stand before it here:

- ``language``: words and sentences, of no corpus and no topic
- ``objections``: sentences that no page should quote; ``pages``: the page record and what is rendered from it
- ``corpus``: files to snippets; ``extraction``: sentences to triplets; ``drafting``: a model's text to drafts;
  ``models``: chat and embedding models
- ``claims``: whether a source says what a sentence says
- ``metrics``, ``gold``: pages measured, and the pages of people to measure them by
- ``judging``: grades and preferences
- ``topic``: what of a corpus belongs to a topic; ``study``: the form in which people rate pages
- ``composition``: outline, sentences and lead of a page without a model; ``doors``: LangChain; ``plots``: figures;
  ``scripted``: a model for trials
"""
