"""Markdown extension: in each block, what an earlier one on the page did already.

Every block runs alone, so its imports and its setup come again and again. A line that
repeats an earlier block is marked, and the style sheet folds it behind a box to tick:
what a reader sees is new. It is copied all the same, and shown where there are no
scripts, for those copy by hand.
"""

import ast
import re
from html import unescape
from itertools import pairwise

from markdown.postprocessors import Postprocessor

from publish.markdown import extension

# A block that is run, and its code as Pygments marks it. What a figure's fold holds has
# not been seen: it neither repeats nor counts as above.
CODE = re.compile(
    r'<details class="figure-(?:code|still)">.*?</details>|'
    r'(?P<start><div [^>]*class="[^"]*\bsnippet\b[^>]*>\s*)'
    r"(?P<pre><pre><span></span><code>)(?P<code>.*?)(?=</code></pre>)",
    re.DOTALL,
)
TAG = re.compile(r"<[^>]*>")
FEWEST = 3  # lines that are worth folding


class Told:
    """What the blocks of a page have imported and set so far."""

    def __init__(self) -> None:
        self.told: dict[str, str] = {}  # by what it sets, the last statement

    def repeated(self, code: str) -> list[int]:
        """The lines of a block's setup that tell nothing new, from 0.

        The setup ends at the first statement that is new, apart from imports.
        """
        try:
            body = ast.parse(code).body
        except SyntaxError:  # a block may show one
            return []
        lines = code.rstrip("\n").split("\n")
        told = [tells(statement) for statement in body]
        starts = [statement.lineno - 1 for statement in body] + [len(lines)]
        found: list[int] = []
        still_setup = True
        for statement, new, here in zip(body, told, pairwise(starts), strict=True):
            known = new.items() <= self.told.items()
            is_import = isinstance(statement, ast.Import | ast.ImportFrom)
            still_setup = still_setup and (known or is_import)
            if still_setup and known:
                found.extend(range(*here))
        for new in told:
            self.told |= new
        if len(found) == len(lines):  # shown again, to be seen again
            return []
        return [line for line in found if not lines[line].startswith("#")]


def tells(statement: ast.stmt) -> dict[str, str]:
    """What a statement sets, and how; of an import, each of its names."""
    how = ast.unparse(statement)
    match statement:
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            module = getattr(statement, "module", "")
            return {f"{module}.{one.name} as {one.asname}": "" for one in names}
        case ast.Assign(targets=targets):
            return {", ".join(map(ast.unparse, targets)): how}
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return {name: how}
    return {how: how}


def fold(block: re.Match[str], told: Told) -> str:
    """A block with its repeated lines marked, and a box that shows them."""
    if block["code"] is None:
        return block[0]
    lines = block["code"].split("\n")
    text = unescape(TAG.sub("", block["code"]))
    repeated = told.repeated(text)
    whole = all(lines[n].count("<span") == lines[n].count("</span") for n in repeated)
    count = sum(bool(text.split("\n")[number].strip()) for number in repeated)
    if not whole or count < FEWEST:
        return block[0]
    for number in repeated:
        # Found in the block above. Its name is no colour's: where the first element of
        # the same name ends, the theme's index takes what it leaves out for ended.
        start = '<bdi class="repeat" data-search-exclude>'
        lines[number] = f"{start}{lines[number]}\n</bdi>"
    code = "\n".join(lines).replace("\n</bdi>\n", "\n</bdi>")
    return block["start"] + box(f"{count} lines as above") + block["pre"] + code


def box(label: str) -> str:
    """A box to tick, which shows the folded lines of the block behind it."""
    tick = '<input type="checkbox">'
    return f'<label class="repeats" data-search-exclude>{tick} {label}</label>'


class FoldRepeats(Postprocessor):
    def run(self, text: str) -> str:
        told = Told()
        return CODE.sub(lambda block: fold(block, told), text)


# After `raw_html` (30), which puts the highlighted blocks in, and before the links (5),
# which begin each block.
makeExtension = extension(("postprocessors", FoldRepeats, "publish-repeats", 5.5))
