"""Pages made at random: blocks in any nesting, and what a slip makes of them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hypothesis import strategies as st

EXPECTED = "<!--pytest-codeblocks:expected-output-->"
FOLDER = "part/page"

# Code, what it prints, and what it raises. Much of it looks like Markdown.
SNIPPETS = {
    "plain": ("import torch\n\nprint(1)\n", "tensor([1., 2.])\n", None),
    "silent": ("a = 1\n", None, None),
    "error": ("def f():\n    return g\n\n\nf()\n", None, "NameError: name 'g'\n"),
    "both": ("print(2)\nint('x')\n", "2\n", "ValueError: 'x'\n"),
    "listed": (
        'print("""\n- a\n\n    - b\n1. c\n""")\n',
        "- a\n\n    - b\n1. c\n",
        None,
    ),
    "boxed": ('print("=== a")\n', '=== "a"\n\n    !!! note\n\n??? tip\n> b\n', None),
    "html": ("print('<b>')\n", "<b>&amp; </div>\n<!-- c -->\n| a | b |\n", None),
    "heads": ("# x\nprint('# y')\n", "# y\n===\n***\n[^1]: z\n[a](b) `c`\n", None),
    "fence": ("'''\n```python\nx\n```\n'''\n", None, None),
    "fenced": ("print('```')\n", "a\n```\nb\n", None),
    "tildes": ("print('~~~')\n", "~~~\nb\n~~~\n", None),
    "included": ("print(3)\n", f'--8<-- "{FOLDER}/plain.py"\n', None),
}


# What shows a fence of its own, or an include: more backticks are needed, at least.
TRICKY = {"fence", "fenced", "included"}


def write_snippets(root: Path) -> None:
    folder = root / "snippets" / FOLDER
    folder.mkdir(parents=True)
    for name, texts in SNIPPETS.items():
        for suffix, text in zip((".py", ".out", ".err"), texts, strict=True):
            if text is not None:
                (folder / f"{name}{suffix}").write_text(text, encoding="utf-8")


def shown(name: str) -> tuple[str, list[str]]:
    """A snippet's code, and the outputs below it, as a reader must see them."""
    code, *outputs = SNIPPETS[name]
    return code.strip("\n"), [text.strip("\n") for text in outputs if text is not None]


@dataclass(frozen=True)
class Page:
    lines: list[str]
    blocks: list[str]  # names of the snippets, from top to bottom


def fenced(language: str, file: str, ticks: str) -> list[str]:
    return [ticks + language, f'--8<-- "{FOLDER}/{file}"', ticks]


@st.composite
def blocks(draw: st.DrawFn, name: str) -> Page:
    """A snippet and its outputs, as CONTRIBUTING.md says."""
    ticks = "`" * draw(st.sampled_from([3, 3, 3, 4, 5]))
    between = [""] * draw(st.integers(0, 1))
    lines = fenced("python", f"{name}.py", ticks)
    _, out, err = SNIPPETS[name]
    if out is not None:
        lines += [EXPECTED, *fenced("text", f"{name}.out", ticks)]
    if err is not None:
        lines += [*between, *fenced("text", f"{name}.err", ticks)]
    return Page(lines, [name])


prose = st.sampled_from(
    [
        ["Words."],
        ["- a", "- b"],
        ["1. a", "", "    more of a"],
        ["| a | b |", "|---|---|", "| 1 | 2 |"],
        ["```console", "$ pip install x", "```"],
        ["<!-- a remark -->"],
        ["Words with `code`, [a link](#a), \\(x\\)."],
        ["---"],
        ["Term", "",":   Definition."],
        ["## Heading"],
        ["<span class=\"key\">k</span> and *b*"],
    ]
)  # fmt: skip
openings = st.sampled_from(
    ['=== "Tab"', '!!! note "Title"', "!!! tip", '??? note "Folded"', "???+ tip",
     "- item", "* item", "1. item", "- **item**: words"]
)  # fmt: skip


def indented(lines: list[str], by: int = 4) -> list[str]:
    return [" " * by + line if line else line for line in lines]


@st.composite
def pages(
    draw: st.DrawFn,
    names: list[str] | None = None,
    *,
    depth: int = 3,
    margin: bool = True,
    tight: bool = False,
) -> Page:
    """Blocks and prose in containers, one in the other, blank lines between.

    margin: not in a container yet, so that there may be HTML
    tight: leave out some of the blank lines that Markdown wants
    """
    if names is None:
        every = list(SNIPPETS)
        names = draw(st.lists(st.sampled_from(every), unique=True, max_size=5))
    lines: list[str] = []
    found: list[str] = []
    while names or draw(st.integers(0, 3)) == 0:
        kind = draw(st.sampled_from(["block", "block", "prose", "box", "box", "div"]))
        if kind == "prose" or not names:
            part = Page(draw(prose), [])
        elif kind == "block" or depth == 0:
            part, names = draw(blocks(names[0])), names[1:]
        else:
            number = draw(st.integers(1, len(names)))
            div = kind == "div" and margin
            within = pages(names[:number], depth=depth - 1, margin=div, tight=tight)
            inner, names = draw(within), names[number:]
            if div:
                opened = [
                    '<div class="predict" markdown>',
                    "",
                    *inner.lines,
                    "",
                    "</div>",
                ]
            else:
                gap = [""] * (0 if tight and draw(st.booleans()) else 1)
                opened = [draw(openings), *gap, *indented(inner.lines)]
            part = Page(opened, inner.blocks)
        gap = 0 if tight and draw(st.booleans()) else draw(st.integers(1, 2))
        lines += [*part.lines, *[""] * gap]
        found += part.blocks
    return Page(lines, found)


slips = st.sampled_from(
    ["~~~", "```", "````", "```python", "```text", "> ", "<!--", "-->", "<div>",
     "</div>", "<div markdown>", "<details markdown>", "</details>", "<pre>", "</pre>",
     "<script>", "<p>", "<style>", "<b", "<!-- a -->", "- a", "a", "    a", "  a",
     "\ta", "# a", "***", '=== "a"', "!!! a", "??? a", "a\n---", "[^1]: a", ":   a",
     "| a |", "\\[", "\\]", '--8<-- "part/page/plain.py"', "--8<--", EXPECTED,
     ';--8<-- "part/page/plain.py"', "``` python", '```python title="a"', "```py",
     "```{.python}", "`", "``", "\u2028", "\x0c", " ", "[a]: b", "*[a]: b", "&", "///"]
)  # fmt: skip


@st.composite
def spoiled(draw: st.DrawFn) -> list[str]:
    """The lines of a page after a few slips: a line more, or less, or elsewhere."""
    tame = st.sampled_from([name for name in SNIPPETS if name not in TRICKY])
    names = draw(st.lists(tame, unique=True, min_size=1, max_size=4))
    lines = draw(pages(names)).lines
    for _ in range(draw(st.integers(1, 2))):
        at = draw(st.integers(0, len(lines)))
        to = draw(st.integers(at, min(at + 8, len(lines))))
        change = draw(st.sampled_from(CHANGES))
        lines = [*lines[:at], *change(lines[at:to], draw(slips)), *lines[to:]]
    return "\n".join(lines).split("\n")


CHANGES: list[Callable[[list[str], str], list[str]]] = [
    lambda part, slip: ["", slip, "", *part],
    lambda part, slip: ["", slip, "", *part, "", slip, ""],
    lambda part, slip: ["", *indented([slip]), "", *part],
    lambda part, slip: [slip, *part],
    lambda part, slip: [slip],
    lambda part, slip: part[:-1],
    lambda part, slip: part[::-1],
    lambda part, slip: part + part,
    lambda part, slip: indented(part),
    lambda part, slip: indented(part, 2),
    lambda part, slip: [line.removeprefix("    ") for line in part],
    lambda part, slip: ["> " + line for line in part],
    lambda part, slip: ["\t" + line.lstrip(" ") for line in part],
    lambda part, slip: [line + " " for line in part],
    lambda part, slip: [line for line in part if line],
]
