"""The site's own scripts: one thing a file to read, few files for a page to ask for."""

import re

from publish.project import Project

BUNDLES = {
    "head.js": ("fonts.js", "search-later.js"),  # before the theme's script
    "course.js": ("predict.js", "scroll.js", "explore.js"),
}


def write_bundles(project: Project) -> None:
    """Puts scripts behind each other, touching only what changed.

    What introduces a file to its reader is not sent to those of the pages.
    """
    assets = project.docs / "assets"
    for name, parts in BUNDLES.items():
        files = [(assets / part).read_text(encoding="utf-8") for part in parts]
        texts = [re.sub(r"\A/\*.*?\*/\n", "", text, flags=re.DOTALL) for text in files]
        bundle = assets / name
        text = "\n".join(texts)
        if not bundle.exists() or bundle.read_text(encoding="utf-8") != text:
            bundle.write_text(text, encoding="utf-8")
