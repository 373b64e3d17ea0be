"""Markdown extension: what readers see at first of figures and of long outputs.

A figure stands before the code that only draws it, which is folded; a page says them in
the order in which they run. Of an output longer than it is read, the first lines are
seen, and the others are folded behind a box to tick, as repeated lines are.
"""

import re
from pathlib import Path
from textwrap import indent

from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor

from publish.markdown import extension
from publish.markdown.repeated_lines import box

# A block, and the figure that it drew.
DRAWN = re.compile(
    r'^(?P<block>(?P<indent> *)```python\n *--8<-- "(?P<name>[^"]+)\.py"\n *```)\n\n'
    r"(?P<figure> *!\[[^\n]*\]\(\S*figures/(?P=name)\.svg\)[^\n]*)$",
    re.MULTILINE,
)
PRINTED = re.compile(
    r'(?P<start><div [^>]*class="[^"]*\boutput\b[^>]*>\s*)'
    r"(?P<pre><pre><span></span><code>)(?P<text>.*?)(?=</code></pre>)",
    re.DOTALL,
)
SEEN = 8  # lines of an output


class PictureFirst(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        return DRAWN.sub(picture_first, "\n".join(lines)).split("\n")


def picture_first(found: re.Match[str]) -> str:
    """The figure, and its code folded; as it was if the code prints, too."""
    # The site is built in the project's root.
    if Path("snippets", f"{found['name']}.out").exists():
        return found[0]
    fold = f'{found["indent"]}??? figure-code "Code of this figure"'
    return f"{found['figure']}\n\n{fold}\n\n{indent(found['block'], '    ')}"


class FirstLines(Postprocessor):
    def run(self, text: str) -> str:
        return PRINTED.sub(first_lines, text)


def first_lines(output: re.Match[str]) -> str:
    """An output of which the lines behind the first few are folded."""
    lines = output["text"].rstrip("\n").split("\n")
    seen, rest = lines[:SEEN], lines[SEEN:]
    if len(rest) < 2 or any(line.count("<") != line.count(">") for line in lines):
        return output[0]
    folded = "".join(f'<bdi class="repeat">{line}\n</bdi>' for line in rest)
    start = output["start"].replace("output", "output long", 1)
    text = "\n".join([*seen, folded])
    return start + box(f"{len(rest)} more lines") + output["pre"] + text


makeExtension = extension(
    # Before blocks get their names (33).
    ("preprocessors", PictureFirst, "publish-folds", 34),
    # After the highlighted blocks were put in (`raw_html`, 30).
    ("postprocessors", FirstLines, "publish-first-lines", 5.4),
)
