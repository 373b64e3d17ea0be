"""The site's own scripts: one thing a file to read, few files for a page to ask for."""

from publish.project import Project

BUNDLES = {
    "head.js": ("fonts.js", "search-later.js"),  # before the theme's script
    "course.js": ("predict.js", "scroll.js", "copy-page.js"),
}


def write_bundles(project: Project) -> None:
    """Puts scripts behind each other, touching only what changed."""
    assets = project.docs / "assets"
    for name, parts in BUNDLES.items():
        texts = [(assets / part).read_text(encoding="utf-8") for part in parts]
        bundle = assets / name
        text = "\n".join(texts)
        if not bundle.exists() or bundle.read_text(encoding="utf-8") != text:
            bundle.write_text(text, encoding="utf-8")
