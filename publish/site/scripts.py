"""Scripts that are put together of several.

The files of the figures that readers move are modules, so that each can be read, typed
and tested alone. From the file system a browser loads no modules: put together, they
are a plain script. What a page can do without at first sight is fetched at once, too;
and so is what every page needs.
"""

import posixpath
import re

from publish.project import Project, put

# What figures that readers step through have in common.
STEPPED = (
    *(f"live/{name}.js" for name in ("elements", "start")),
    *(f"drag/{name}.js" for name in ("numbers", "frame")),
    "steps/kit.js",
)
BUNDLES = {
    "scripts.js": ("predict.js", "scroll.js", "explore.js", "progress.js", "later.js"),
    "after.js": ("names.js", "keys.js", "drawer.js", "copy-page.js", "formulas.js"),
    "drag.js": (
        "live/elements.js",
        *(f"drag/{name}.js" for name in ("numbers", "head", "state", "code", "bars")),
        *(f"drag/{name}.js" for name in ("draw", "keys", "frame", "query", "rotary")),
        *("live/start.js", "drag/page.js"),
    ),
    "words.js": (
        "live/elements.js",
        *(f"drag/{name}.js" for name in ("numbers", "head", "state", "code", "bars")),
        *(f"drag/{name}.js" for name in ("draw", "frame", "growing")),
        *("live/start.js", "drag/words-page.js"),
    ),
    "bars.js": (
        "live/elements.js",
        *(f"drag/{name}.js" for name in ("numbers", "bars", "frame", "dropout")),
        *(f"drag/{name}.js" for name in ("temperature", "rows", "memory")),
        *("live/start.js", "drag/rows-page.js"),
    ),
    "live.js": (
        *(f"live/{name}.js" for name in ("elements", "engine", "parts", "weights")),
        "live/start.js",
        *(
            f"live/{name}.js"
            for name in ("attention", "lines", "words", "heads", "link")
        ),
        *(f"live/{name}.js" for name in ("score", "slices", "sentences")),
        *(f"live/{name}.js" for name in ("translator", "page")),
    ),
    "decoders.js": (
        *(f"live/{name}.js" for name in ("elements", "engine", "weights", "start")),
        *(f"live/{name}.js" for name in ("attention", "lines", "words", "heads")),
        *(f"live/{name}.js" for name in ("link", "sampling", "slices", "circuit")),
        *(f"live/{name}.js" for name in ("induction", "story")),
        "live/decoder-only.js",
    ),
    "memories.js": (
        *(f"live/{name}.js" for name in ("elements", "engine", "weights", "start")),
        *(f"live/{name}.js" for name in ("words", "memory", "pairs", "recall")),
        "live/recall-page.js",
    ),
    "steps.js": (
        *STEPPED,
        *(f"steps/{name}.js" for name in ("kv-cache", "one-pass", "grouped")),
        *(f"steps/{name}.js" for name in ("tiles", "latent", "page")),
    ),
    "steps-parts.js": (
        *STEPPED,
        *(f"steps/{name}.js" for name in ("split", "experts", "codes", "state")),
        "steps/parts-page.js",
    ),
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
        files = {part: (assets / part).read_text(encoding="utf-8") for part in parts}
        text = joined(files) if name == "scripts.js" else bundle(files)
        put(assets / name, INDENT.sub("", without_comments(text)))


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
    short = {
        name: re.sub(r"\A/\*.*?\*/\n", "", text, flags=re.DOTALL)
        for name, text in files.items()
    }
    modules = {name for name, text in short.items() if LEFT.search(text)}
    texts = [text for name, text in short.items() if name not in modules]
    if modules:
        inner = [module(name, short[name]) for name in files if name in modules]
        inner = ['(() => {\n"use strict";\nconst modules = {};', *inner, "})();\n"]
        texts.append("\n".join(inner))
    return "\n".join(texts)


def module(name: str, text: str) -> str:
    """A module as a function that gives what it exports; ValueError if it cannot be."""
    exported = ", ".join(EXPORTED.findall(text))
    folder = posixpath.dirname(name)

    def taken(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(folder, found[2]))
        return f'const {found[1]} = modules["{path}"];'

    body = IMPORT.sub(taken, EXPORTED.sub("", text))
    left = LEFT.search(body)
    if left:
        raise ValueError(f"docs/assets/{name} cannot be put together: {left[0]}")
    return f'modules["{name}"] = (() => {{\n{body}return {{ {exported} }};\n}})();'
