"""What is done to the site that mkdocs wrote: addresses that moved lead on."""

from pathlib import Path

from publish import addresses
from publish.project import Project


def polish(project: Project, folder: Path) -> None:
    """Completes a site that was just built into ``folder``."""
    addresses.redirect(project, folder)
