"""Kinds of the events in a run's ledger that one file writes and another one reads."""

REVISED = "revised"  # a finished page was changed
DECIDED = "decided"  # a person answered a question of the run
STOOD_IN = "stood_in"  # another engine did the work of a role
SNIPPET_LOST = "snippet_lost"  # its triplets could not be read
NOT_REVIEWED = "not_reviewed"  # sentences that the model could not review
UNWRITTEN = "unwritten"  # no section came about, for a model or an agent failed
NOT_REVISED = "not_revised"  # objections that the model could not answer
NO_ROOM = "no_room"  # a section did not fit into the words of the page
OTHER_SENSE = "other_sense"  # the topic's name has one in the corpus that the page is not about
SEARCHED_AS = "searched_as"  # the topic is told of under another name
INGEST_NOT_ENDED = "ingest_not_ended"  # an ingest into the store had not ended when the run began
