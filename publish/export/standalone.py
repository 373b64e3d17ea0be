"""A block without the package: what it uses of `attention` is written out above it.

It is made of the sources alone: the definitions that a block reaches, each below those
that it uses (`publish.export.definitions`). Checks of arguments are left out, unless
the block is about an error. Ruff sorts the imports and lays out the lines.
"""

import ast
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urljoin

from ruff import find_ruff_bin

from publish.export.definitions import Definition, Sources, Text
from publish.markdown.files import uses_package
from publish.page_model import PageError
from publish.project import Project, Snippet
from publish.snapshots.check import pinned_torch
from publish.snapshots.code_dependencies import Name, defined, take_apart

# Lines that are read at one sitting, a whole GPT among them; of a longer one, a reader
# is better off with the notebook.
LONGEST = 325
CLASSES = "recap/just-the-code.md"  # whose blocks are to be downloaded, as they are
NEEDED = ("torch", "matplotlib", "tiktoken")
# What a block says if its output may depend on checks, on how they are written, or on
# a mask that saved weights hold.
ABOUT_CHECKS = re.compile(r"ValueError|except Exception|\binspect\b|\"mask\"")
INSTALL = re.compile(r"\A# pip install .*\n")
LONG_STRING = re.compile("\"{3}|'{3}")
HERE = "# The block of the page:\n"
LICENCE = Path(__file__).resolve().parents[2] / "LICENSE"
SETTINGS = (
    "--isolated", "--no-cache", "--quiet", "--line-length=110", "--preview",
    # Without annotations, lines are shorter than the commas in them remember.
    "--config=format.skip-magic-trailing-comma=true",
    "--config=lint.isort.split-on-trailing-comma=false", ".",
)  # fmt: skip


def forms(project: Project, snippets: Iterable[Snippet]) -> dict[str, str]:
    """By id, the blocks that use the package, without it.

    None that is too long, and none that reads a file of the package, such as weights.
    """
    texts, _ = _tried(project, snippets)
    found = dict(zip(texts, laid_out([*texts.values()]), strict=True))
    return {
        name: text
        for name, text in found.items()
        if len(text.splitlines()) <= LONGEST and "__file__" not in text
    }


def refused(project: Project, page: str) -> list[str]:
    """Why blocks of a page cannot be written without the package."""
    return _tried(project, project.snippets_of(page))[1]


def _tried(
    project: Project, snippets: Iterable[Snippet]
) -> tuple[dict[str, str], list[str]]:
    texts, complaints, package = {}, [], read(project)
    for snippet in filter(uses_package, snippets):
        place = f"{project.url(snippet.page)}#code-{snippet.idea}"
        code = INSTALL.sub("", snippet.code)
        try:
            ast.parse(code)
        except SyntaxError:
            continue  # running it says what is wrong
        try:
            texts[snippet.id] = written_out(project, package, code, place, HERE)
        except PageError as error:
            complaints.append(f"{snippet.id} cannot do without the package: {error}")
    return texts, complaints


def read(project: Project) -> dict[bool, Sources]:
    """The package, with its checks and without."""
    folder = project.root / "attention"
    return {checks: Sources(folder, checks) for checks in (True, False)}


def written_out(
    project: Project, package: dict[bool, Sources], code: str, place: str, here: str
) -> str:
    """Code of a place on the site below what it uses of the package, not yet laid out.

    ``here`` is said between the two.
    """
    text = Text(_by_names(code))
    imports = [n for n in text.tree.body if isinstance(n, ast.Import | ast.ImportFrom)]
    bound = take_apart(text.tree).imports
    ours = {name: found for name, found in bound.items() if found[0] == "attention"}
    checks = ABOUT_CHECKS.search(code) is not None
    needed = package[checks].needed(ours.values(), code)
    above = {name: found for d in needed.values() for name, found in d.imports.items()}
    _refuse_clashes(text.tree, bound, needed, above)
    above |= {name: found for name, found in bound.items() if name not in ours}
    body = text.edited((*text.lines(node), "") for node in imports)
    parts = [
        _head(project, place, {module for module, _ in above.values()}),
        "\n".join(_import(name, *found) for name, found in above.items()),
        *(definition.text for definition in needed.values()),
        *(f"{name} = {what}" for name, (_, what) in ours.items() if name != what),
        here + body.strip("\n"),
    ]
    return "\n\n".join(parts) + "\n"


def _import(name: str, module: str, what: str) -> str:
    renamed = "" if name in (what, module) else f" as {name}"
    return (f"from {module} import {what}" if what else f"import {module}") + renamed


def _by_names(code: str) -> str:
    """The code with `from attention import inputs` in place of `import attention`."""
    found = re.search(r"^import attention(?: as (\w+))?$", code, re.MULTILINE)
    if not found:
        return code
    whole = rf"\b{found[1] or 'attention'}\.(?=\w)"
    names = dict.fromkeys(re.findall(rf"{whole}(\w+)", code))
    line = f"from attention import {', '.join(names)}"
    return re.sub(whole, "", code.replace(found[0], line))


def _refuse_clashes(
    tree: ast.Module,
    bound: dict[str, Name],
    needed: dict[Name, Definition],
    above: dict[str, Name],
) -> None:
    """The block must not give another meaning to a name that definitions rely on."""
    own = {name for statement in tree.body for name in defined(statement)}
    for name in sorted({name for _, name in needed} | above.keys()):
        there = above.get(name, ("attention", name))
        here = bound.get(name, there)
        # `from matplotlib import pyplot` and `import matplotlib.pyplot` are the same.
        same = ".".join(here).strip(".") == ".".join(there).strip(".")
        if not same or name in own:
            raise PageError(
                f"what it uses of it needs another {name} than the block's own, "
                "which should have another name"
            )


def _head(project: Project, place: str, modules: set[str]) -> str:
    """What the code needs, where it is from, and under which licence."""
    packages = {module.partition(".")[0] for module in modules}
    needs = " ".join(name for name in NEEDED if name in packages)
    holder = re.search("Copyright .*", LICENCE.read_text(encoding="utf-8"))
    return (f"# pip install {needs}\n" if needs else "") + (
        f"# From {urljoin(project.config.site_url or '', place)}\n"
        f"# MIT licence, {holder and holder[0]}.\n"
        f"# Tested with torch {pinned_torch()}."
    )


def laid_out(texts: list[str]) -> list[str]:
    """Sources as Ruff lays them out, with their imports sorted, and none unused."""
    if not texts:
        return []
    ruff = find_ruff_bin()
    with TemporaryDirectory() as folder:
        files = [Path(folder, f"{number}.py") for number in range(len(texts))]
        for file, text in zip(files, texts, strict=True):
            file.write_text(text, encoding="utf-8")
        for command in (("check", "--fix", "--select=I,F401"), ("format",)):
            subprocess.run([ruff, *command, *SETTINGS], cwd=folder, check=True)
        return [_tight(file.read_text(encoding="utf-8")) for file in files]


def _tight(text: str) -> str:
    """One empty line where Ruff leaves two, if that changes no string."""
    tight = re.sub(r"\n{3,}", "\n\n", text)
    if not LONG_STRING.search(text):
        return tight
    same = ast.dump(ast.parse(tight)) == ast.dump(ast.parse(text))
    return tight if same else text
