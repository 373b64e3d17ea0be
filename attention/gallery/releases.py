"""Published models: their configs, and how many parameters are said to be in them.

Each file of the folder says where its numbers were read. The configs hold what a count
and a description depend on; what config.json holds besides is left out.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple


class Release(NamedTuple):
    """A published model.

    Attributes:
        title: What it is called.
        config: Entries of its config.json.
        config_source: Where they were read.
        parameters: The published number of parameters, as it is written there.
        parameters_source: Where it was read.
        difference: Why our count is another number; empty if it is the same, rounded or
            cut to the digits that are written.
        active: The published number of parameters that one token uses, read in the same
            place; empty if there is none. Some count the tables of words, of which a
            token reads a row of the one and all of the other, and some do not.
    """

    title: str
    config: Mapping[str, Any]
    config_source: str
    parameters: str
    parameters_source: str
    difference: str = ""
    active: str = ""


def release(name: str) -> Release:
    """Return a published model.

    Args:
        name: A name of `release_names`.

    Raises:
        ValueError: If it is no such name.
    """
    if name not in release_names():
        raise ValueError(f"name must be one of {release_names()}. Got {name!r}.")
    path = _folder() / f"{name}.json"
    return Release(**json.loads(path.read_text("utf-8")))


def release_names() -> list[str]:
    """Return the names of the models, in the order of the alphabet."""
    return sorted(path.stem for path in _folder().glob("*.json"))


def _folder() -> Path:
    return Path(__file__).parent / "published"
