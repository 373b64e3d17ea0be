"""One version everywhere: in pyproject.toml, CITATION.cff, CHANGELOG.md and the tag."""

import re
import tomllib
from pathlib import Path

import yaml

HEADING = re.compile(r"^## (.+?) *$", re.MULTILINE)
UNRELEASED = "Unreleased"


def version(root: Path) -> str:
    """The version that the package of a checkout says it has."""
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["project"]["version"]


def problems(root: Path, tag: str | None = None) -> list[str]:
    """Where a checkout names another version than pyproject.toml.

    With a tag, the checkout must be ready for the release of that name.
    """
    ours = version(root)
    found = []
    if tag and tag != f"v{ours}":
        found.append(f"the tag is {tag}, but pyproject.toml has version {ours}")
    citation = yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))
    if (theirs := citation["version"]) != ours:
        found.append(f"CITATION.cff has version {theirs}, but pyproject.toml {ours}")
    top = HEADING.findall((root / "CHANGELOG.md").read_text(encoding="utf-8"))[0]
    released = re.fullmatch(rf"{re.escape(ours)} - \d{{4}}-\d\d-\d\d", top)
    if not released and (tag or top != UNRELEASED):
        wanted = f'"## {ours} - YEAR-MONTH-DAY"'
        found.append(f'CHANGELOG.md opens with "## {top}", and not with {wanted}')
    return found
