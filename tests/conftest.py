"""What holds for all tests: strict msgpack before LangGraph is imported, for a state that holds anything but plain
values fails here; and the same inputs for tests that make theirs up, so that no run fails by chance.
``HYPOTHESIS_PROFILE=random`` tries others.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"

# How long an input takes is chance, too, where a machine is shared.
settings.register_profile("fixed", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "random", derandomize=False, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))
