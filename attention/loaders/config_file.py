"""What config.json says of a model, checked entry by entry.

Each error names the file and the entry.
"""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple


class Config(NamedTuple):
    """The entries of a file in JSON, or of an object within it.

    Attributes:
        path: The file, for errors.
        entries: The entries.
    """

    path: Path
    entries: Mapping[str, Any]

    def check(self, computed: Mapping[str, Any], model: str) -> None:
        """Check that no entry asks for another computation than ours.

        Args:
            computed: Entries and the values that the model computes. One that is
                missing means this value, too.
            model: What the model is called in an error.

        Raises:
            ValueError: If an entry has another value.
        """
        for name, value in computed.items():
            if (found := self.entries.get(name, value)) != value:
                raise ValueError(
                    f"{self.path}: {name} must be {value!r}, which our {model} "
                    f"computes. Got {found!r}."
                )

    def size(self, name: str, least: int = 1) -> int:
        """Return an entry that is an integer.

        Args:
            name: The name of the entry.
            least: The smallest integer that it may be, 0 or 1.

        Raises:
            ValueError: If it is missing, no integer or less.
        """
        size = self.entries.get(name)
        if type(size) is not int or size < least:
            kind = "a positive integer" if least else "an integer from 0 up"
            raise ValueError(f"{self.path}: {name} must be {kind}. Got {size!r}.")
        return size

    def size_or_none(self, name: str) -> int | None:
        """Return the same of an entry that may be missing or null, or None."""
        return None if self.entries.get(name) is None else self.size(name)

    def number(self, name: str, default: float | None = None) -> float:
        """Return an entry that is a positive number.

        Args:
            name: The name of the entry.
            default: What an entry that is missing or null means; by default it must be
                there.

        Raises:
            ValueError: If it is missing, or no positive number.
        """
        number: Any = self.entries.get(name)
        if number is None and default is not None:
            return default
        if type(number) in (int, float) and 0 < number < math.inf:
            return float(number)
        raise ValueError(
            f"{self.path}: {name} must be a positive number. Got {number!r}."
        )


def read_json(path: Path) -> Config:
    """Return the entries of an object that a file in JSON holds.

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
    return Config(path, found)
