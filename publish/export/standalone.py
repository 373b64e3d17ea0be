"""A block without the package: what it uses of `attention` is written out above it.

Docstrings, annotations, comments and checks of arguments of the package are left out;
the block itself stays as it is. Ruff lays out the lines and sorts the imports.
"""

import ast
import re
import subprocess
from collections.abc import Iterable, Iterator
from copy import copy
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from ruff import find_ruff_bin

from publish.export.plain import address
from publish.markdown.download_paths import uses_package
from publish.project import Project, Snippet
from publish.snapshots.check_outputs import pinned_torch
from publish.snapshots.code_dependencies import Module, Name, defined, take_apart
from publish.snapshots.code_dependencies import is_docstring as is_constant

LONGEST = 150  # lines; of a longer one, a reader is better off with the notebook
CLASSES = "recap/just-the-code.md"  # whose blocks are to be downloaded, as they are
NEEDED = ("torch", "tiktoken")
# Where what is shown may depend on checks, they stay.
ABOUT_CHECKS = re.compile(r"ValueError|except Exception|\"mask\"")
CALLED = {"forward", "backward", "_apply"}  # by torch, of itself
LICENCE = Path(__file__).resolve().parents[2] / "LICENSE"
# Imports sorted, and none unused; nor variables, which checks alone had used.
FIXES = ("--fix", "--unsafe-fixes", "--select=I,F401,F841")
RUFF = (
    "--isolated", "--no-cache", "--quiet", "--preview", ".",
    "--config=lint.isort.split-on-trailing-comma=false",
    "--config=format.skip-magic-trailing-comma=true",
)  # fmt: skip


class Strip(ast.NodeTransformer):
    """Takes out what is not needed to run; ``checks``: and checks of arguments."""

    def __init__(self, checks: bool) -> None:
        self.checks = checks

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        made = " ".join(map(ast.unparse, [*node.decorator_list, *node.bases]))
        if "dataclass" in made or "NamedTuple" in made:  # of any type: that it has one
            for field in node.body:
                if isinstance(field, ast.AnnAssign):
                    field.annotation, field.simple = ast.Name("object"), 2
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.simple == 2:
            return node
        return node.value and ast.Assign([node.target], node.value, lineno=0)

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        called = ast.unparse(node.value).partition("(")[0].rpartition(".")[2]
        check = re.match("_?check|.*_pre_hook$", called) is not None
        return None if is_constant(node) or (self.checks and check) else node

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt] | None:
        self.generic_visit(node)
        if self.checks and node.body and _raises(node.body[-1]):
            return node.orelse
        if node.orelse and not node.body:
            node.test, node.body, node.orelse = _not(node.test), node.orelse, []
        return node if node.body else None

    def visit_For(self, node: ast.For) -> ast.AST | None:
        self.generic_visit(node)
        return node if node.body else None

    visit_With = visit_For  # pyrefly: ignore


def _not(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def _raises(node: ast.stmt) -> bool:
    return isinstance(node, ast.Raise) and "ValueError" in ast.unparse(node)


class Package:
    """The package as it is written out."""

    def __init__(self, root: Path, checks: bool) -> None:
        self.root, self.strip = root, Strip(checks)

    @cache  # noqa: B019 (a package is read once, and kept as long as it is asked)
    def module(self, name: str) -> Module:
        path = self.root.joinpath(*name.split("."))
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        tree = ast.parse(path.read_text(encoding="utf-8"))
        return take_apart(self.strip.visit(tree))

    def reached(self, code: ast.Module) -> tuple[dict[Name, ast.stmt], dict[str, Name]]:
        """The definitions that code uses, each after those it uses; and imports.

        Of a class, without the members that nobody names.
        """
        words = set(_words(code))
        while True:
            found: dict[Name, ast.stmt] = {}
            imports: dict[str, Name] = {}
            for name in take_apart(code).imports.values():
                self._reach(name, words, found, imports)
            more = {w for node in found.values() if node for w in _words(node)}
            if more <= words:
                return found, imports
            words |= more

    def _reach(
        self,
        name: Name,
        words: set[str],
        found: dict[Name, ast.stmt],
        imports: dict[str, Name],
    ) -> None:
        if name[0].partition(".")[0] != "attention" or name in found:
            return
        module = self.module(name[0])
        if name[1] not in module.definitions:
            self._reach(module.imports[name[1]], words, found, imports)
            return
        node = pruned(module.definitions[name[1]], words)
        found[name] = node
        for used in _names(node):
            if used in module.definitions:
                self._reach((name[0], used), words, found, imports)
            elif used in module.imports:
                there = module.imports[used]
                if there[0].startswith("attention"):
                    self._reach(there, words, found, imports)
                else:
                    imports[used] = there
        found[name] = found.pop(name)  # behind those that it uses


def pruned(node: ast.stmt, words: set[str]) -> ast.stmt:
    """A class without the members that no word names, and that nobody calls unnamed."""
    if not isinstance(node, ast.ClassDef):
        return node

    def stays(member: ast.stmt) -> bool:
        field = isinstance(member, ast.AnnAssign)
        names = defined(member)
        return field or any(n in words | CALLED or n.startswith("__") for n in names)

    kept = copy(node)
    kept.body = [member for member in node.body if stays(member)] or [ast.Pass()]
    return kept


def _names(node: ast.AST) -> Iterator[str]:
    return (n.id for n in ast.walk(node) if isinstance(n, ast.Name))


def _words(node: ast.AST) -> Iterator[str]:
    """The names of attributes, and strings, which may name one."""
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute):
            yield part.attr
        elif isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def forms(project: Project, snippets: Iterable[Snippet]) -> dict[str, str]:
    """By id, the blocks that use the package, without it.

    None that draws, shows sources, is too long, or reads a file of the package.
    """
    packages = [Package(project.root, checks) for checks in (False, True)]
    texts = {}
    for snippet in filter(uses_package, snippets):
        package = packages[ABOUT_CHECKS.search(snippet.code) is None]
        apart = "inspect" in snippet.code or snippet.stored(".svg").exists()
        text = "" if apart else written_out(project, package, snippet)
        if text and "__file__" not in text:
            texts[snippet.id] = text
    found = zip(texts, laid_out([*texts.values()]), strict=True)
    return {n: text for n, text in found if len(text.splitlines()) <= LONGEST}


def written_out(project: Project, package: Package, snippet: Snippet) -> str:
    """The block below what it uses, not yet laid out; empty if that cannot be."""
    try:
        tree = ast.parse(snippet.code)
        definitions, imports = package.reached(tree)
    except (SyntaxError, KeyError, OSError):  # or it takes a module as a whole
        return ""
    own = take_apart(tree)
    ours = {n: of for n, of in own.imports.items() if of[0].startswith("attention")}
    others = {n: of for n, of in own.imports.items() if n not in ours}
    meanings = {*imports.items(), *others.items()}
    meanings |= {(name, (module, name)) for module, name in definitions}
    meanings |= {(name, ("the block", name)) for name in own.definitions}
    if len({name for name, _ in meanings}) < len(meanings):
        return ""  # one name would mean two things
    lines = snippet.code.split("\n")
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            end = node.end_lineno or node.lineno
            lines[node.lineno - 1 : end] = [""] * (end - node.lineno + 1)
    imports |= others
    packages = {module.partition(".")[0] for module, _ in imports.values()}
    needs = " ".join(name for name in NEEDED if name in packages)
    place = address(project, snippet.page, f"#code-{snippet.idea}")
    holder = re.search("Copyright .*", LICENCE.read_text(encoding="utf-8"))
    parts = [
        f"# pip install {needs}" if needs else "# Needs Python alone.",
        f"# From {place}",
        f"# MIT licence, {holder and holder[0]}.",
        f"# Tested with torch {pinned_torch()}.\n",
        *(_import(name, *of) for name, of in imports.items()),
        *(ast.unparse(ast.fix_missing_locations(d)) for d in definitions.values()),
        *(f"{name} = {what}" for name, (_, what) in ours.items() if name != what),
        "\n# The block of the page:",
        re.sub(r"^# pip install .*\n", "", "\n".join(lines)).strip("\n"),
    ]
    return "\n".join(parts) + "\n"


def _import(name: str, module: str, what: str) -> str:
    renamed = "" if name in (what, module) else f" as {name}"
    return (f"from {module} import {what}" if what else f"import {module}") + renamed


def laid_out(texts: list[str]) -> list[str]:
    """Sources as Ruff lays them out."""
    with TemporaryDirectory() as folder:
        files = [Path(folder, f"{number}.py") for number in range(len(texts))]
        for file, text in zip(files, texts, strict=True):
            file.write_text(text, encoding="utf-8")
        for command in (["check", *FIXES], ["format"]):
            subprocess.run([find_ruff_bin(), *command, *RUFF], cwd=folder, check=True)
        return [file.read_text(encoding="utf-8") for file in files]
