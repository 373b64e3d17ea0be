"""Ranks are forks, and `on_ranks` refuses to make them elsewhere."""

import sys

import torch

if sys.platform != "linux" or torch.__version__ < "2.8":
    collect_ignore_glob = ["test_*.py"]
