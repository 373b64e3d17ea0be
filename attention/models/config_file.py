"""What config.json says of a model, checked entry by entry.

Each error names the file and the entry.
"""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


def read_json(path: Path) -> dict[str, Any]:
    """Return the object that a file in JSON holds.

    Args:
        path: The file.

    Raises:
        FileNotFoundError: If there is none.
        ValueError: If it is not JSON, or JSON that is no object.
    """
    try:
        found = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} must be JSON. Got {error}.") from None
    if not isinstance(found, dict):
        raise ValueError(f"{path} must be an object in JSON. Got {found!r}.")
    return found


def read_config(
    folder: Path, sizes: Sequence[str], computed: Mapping[str, Any], model: str
) -> dict[str, Any]:
    """Return the entries of config.json, checked against what a model computes.

    Args:
        folder: The folder.
        sizes: Names of entries that must be there, positive integers.
        computed: Entries and the values that the model computes. One that is missing
            means this value, too.
        model: What the model is called in an error.

    Raises:
        FileNotFoundError: If there is no config.json.
        ValueError: If it is not an object in JSON, a size is missing or no positive
            integer, or an entry asks for another computation.
    """
    path = folder / "config.json"
    config = read_json(path)
    for size in sizes:
        size_of(path, config, size)
    for name, value in computed.items():
        if config.get(name, value) != value:
            raise ValueError(
                f"{path}: {name} must be {value!r}, which our {model} computes. "
                f"Got {config[name]!r}."
            )
    return config


def size_of(path: Path, entries: Mapping[str, Any], name: str, least: int = 1) -> int:
    """Return an entry that is an integer.

    Args:
        path: The file, for errors.
        entries: The entries.
        name: The name of the one.
        least: The smallest integer that it may be, 0 or 1.

    Raises:
        ValueError: If it is missing, no integer or less.
    """
    size = entries.get(name)
    if type(size) is not int or size < least:
        kind = "a positive integer" if least else "an integer from 0 up"
        raise ValueError(f"{path}: {name} must be {kind}. Got {size!r}.")
    return size


def number_of(
    path: Path, entries: Mapping[str, Any], name: str, default: float | None = None
) -> float:
    """Return an entry that is a positive number.

    Args:
        path: The file, for errors.
        entries: The entries.
        name: The name of the one.
        default: What an entry that is missing or null means; by default it must be
            there.

    Raises:
        ValueError: If it is missing, or no positive number.
    """
    number = entries.get(name)
    if number is None and default is not None:
        return default
    real = isinstance(number, int | float) and not isinstance(number, bool)
    if not real or not 0 < number < math.inf:
        raise ValueError(f"{path}: {name} must be a positive number. Got {number!r}.")
    return float(number)
