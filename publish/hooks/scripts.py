"""Scripts that are put together of several.

The files of the figures that readers move are modules, so that each can be read, typed
and tested alone. From the file system a browser loads no modules: put together, they
are a plain script. What a page can do without at first sight is fetched at once, too;
and so is what every page needs.
"""

import posixpath
import re
from pathlib import Path

from publish.project import Project, put

# What each is made of; what modules import comes with them.
BUNDLES = {
    "scripts.js": ("predict.js", "scroll.js", "progress.js", "later.js"),
    "after.js": (
        "names.js",
        "keys.js",
        "drawer.js",
        "copy-page.js",
        "formulas.js",
        "heatmap.js",
    ),
    "drag.js": ("drag/page.js",),
    "words.js": ("drag/words-page.js",),
    "bars.js": ("drag/rows-page.js",),
    "live.js": ("live/page.js",),
    "decoders.js": ("live/decoder-only.js",),
    "memories.js": ("live/recall-page.js",),
    "steps.js": ("steps/page.js",),
    "steps-parts.js": ("steps/parts-page.js",),
}
# A comment that has its lines for itself.
COMMENT = re.compile(
    r"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/)\n", re.DOTALL | re.MULTILINE
)
# No script has a text of several lines, which would lose it, too.
INDENT = re.compile(r"^ +", re.MULTILINE)
# Space between the rules of a style sheet, and in front of its lines.
SPACE = re.compile(r";?\s*([{}])\s*|(?<=;)\n|^ +", re.MULTILINE)
EXPORTED = re.compile(
    r"^export (?=(?:const|class|(?:async )?function) (\w+))", re.MULTILINE
)
IMPORT = re.compile(r'^import (\{[^}]*\}) from "(\.\.?/[\w./-]+)";', re.MULTILINE)
LEFT = re.compile(r"^(?:import|export)\b.*|\bimport\(.*", re.MULTILINE)


def write_bundles(project: Project) -> None:
    """Puts scripts behind each other, touching only what changed.

    What is written for those who read the files is not sent to those of the pages.
    """
    assets = project.docs / "assets"
    for name, parts in BUNDLES.items():
        files: dict[str, str] = {}
        for part in parts:
            _read(assets, part, files)
        text = joined(files) if name == "scripts.js" else bundle(files)
        put(assets / name, INDENT.sub("", text))


def _read(assets: Path, name: str, files: dict[str, str]) -> None:
    """Adds a script, below those that it imports."""
    if name not in files:
        text = (assets / name).read_text(encoding="utf-8")
        for found in IMPORT.finditer(text):
            _read(assets, _beside(name, found[2]), files)
        files[name] = text


def _beside(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def without_comments(text: str) -> str:
    """A script as readers get it."""
    return COMMENT.sub("", text)


def style_sheet(text: str) -> str:
    """A style sheet as readers get it: without comments, and without spare space."""
    return SPACE.sub(r"\1", without_comments(text))


def joined(files: dict[str, str]) -> str:
    """The scripts of every page as one, each part of which may fail without others."""
    return "".join(
        f"try {{\n{without_comments(text)}}} catch (error) {{ reportError(error); }}\n"
        for text in files.values()
    )


def bundle(files: dict[str, str]) -> str:
    """One script of several: first those that are scripts, then modules, by name."""
    short = {name: without_comments(text) for name, text in files.items()}
    modules = {name: text for name, text in short.items() if LEFT.search(text)}
    texts = [text for name, text in short.items() if name not in modules]
    if modules:
        inner = [module(*named) for named in modules.items()]
        inner = ['(() => {\n"use strict";\nconst modules = {};', *inner, "})();\n"]
        texts.append("\n".join(inner))
    return "\n".join(texts)


def module(name: str, text: str) -> str:
    """A module as a function that gives what it exports; ValueError if it cannot be."""
    exported = ", ".join(EXPORTED.findall(text))
    body = IMPORT.sub(
        lambda found: f'const {found[1]} = modules["{_beside(name, found[2])}"];',
        EXPORTED.sub("", text),
    )
    if left := LEFT.search(body):
        raise ValueError(f"docs/assets/{name} cannot be put together: {left[0]}")
    return f'modules["{name}"] = (() => {{\n{body}return {{ {exported} }};\n}})();'
