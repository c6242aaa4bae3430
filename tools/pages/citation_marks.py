"""Citation marks ("[1][2]") as they stand in text."""

from __future__ import annotations

import re

RUN = re.compile(r"\[[0-9]{1,6}\](?: ?\[[0-9]{1,6}\])*+")
NUMBER = re.compile(r"[0-9]+")
STOPS = (".", "!", "?", "…", ".)", ".”", '."', "?”", '?"', "!”", '!"')  # what a sentence ends in
