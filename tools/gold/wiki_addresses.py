"""Where Wikimedia answers: the English Wikipedia, its statistics and its models; light, for the command line shows
them."""

from __future__ import annotations

ENGLISH = "https://en.wikipedia.org/w/api.php"
METRICS = "https://wikimedia.org/api/rest_v1"
MODELS = "https://api.wikimedia.org/service/lw/inference/v1/models"
