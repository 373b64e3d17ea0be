"""Today's models: each one small function from its config to the course's parts.

model = load("a folder with config.json and model.safetensors")
"""

from attention.gallery.break_it import BROKEN_LINES, BrokenLine
from attention.gallery.counts import Counts, Kept, count
from attention.gallery.facts import Description, describe
from attention.gallery.loading import build, load, outline
from attention.gallery.one_screen import gpt_logits
from attention.gallery.releases import Release, release, release_names

__all__ = [
    "load",
    "build",
    "outline",
    "count",
    "Counts",
    "Kept",
    "describe",
    "Description",
    "release",
    "release_names",
    "Release",
    "gpt_logits",
    "BrokenLine",
    "BROKEN_LINES",
]
