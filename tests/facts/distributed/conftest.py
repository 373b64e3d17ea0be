"""Ranks are forks, and `on_ranks` refuses to make them elsewhere."""

import sys

if sys.platform != "linux":
    collect_ignore_glob = ["test_*.py"]
