"""The package's definitions as they are read without it, and what each one uses.

Docstrings and annotations are left out, and so are checks of arguments and hooks for
saved weights, unless they are asked for. Comments stay; what is said of a value is
above it. Of a class, only the members remain whose names somebody reads.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path

from publish.page_model import PageError
from publish.snapshots.code_dependencies import Name, defined, is_docstring, take_apart

CHECKS = "attention.checks"
CALLED = {"forward", "backward", "_apply"}  # by torch, of itself

Edit = tuple[int, int, str]  # bytes from, bytes to, and what is there instead


class Text:
    """A source and its tree, of which pieces are exchanged."""

    def __init__(self, source: str) -> None:
        self.bytes = source.encode()
        self.tree = ast.parse(source)
        self.starts = [0]
        for line in self.bytes.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def span(self, node: ast.stmt | ast.expr) -> tuple[int, int]:
        start = self.starts[node.lineno - 1] + node.col_offset
        end_line, end = node.end_lineno or node.lineno, node.end_col_offset or 0
        return start, self.starts[end_line - 1] + end

    def lines(self, node: ast.stmt) -> tuple[int, int]:
        """The whole lines of a statement."""
        return self.starts[node.lineno - 1], self.starts[node.end_lineno or node.lineno]

    def edited(self, edits: Iterable[Edit]) -> str:
        """The source after edits; one inside of another is not made."""
        parts, at = [], 0
        for start, end, new in sorted(edits, key=lambda edit: (edit[0], -edit[1])):
            if start >= at:
                parts += [self.bytes[at:start], new.encode()]
                at = end
        return b"".join([*parts, self.bytes[at:]]).decode()


def stripped(source: str, checks: bool) -> str:
    """A source of the package, to be read without it; ``checks``: with its checks."""
    text = Text(source)
    imports = take_apart(text.tree).imports
    checking = {name for name, (module, _) in imports.items() if module == CHECKS}
    for node in text.tree.body:  # and those of the module itself
        if isinstance(node, ast.FunctionDef) and all(
            is_docstring(part) or _is_check(part, checking) for part in node.body
        ):
            checking.add(node.name)
    fields = {node for c in ast.walk(text.tree) for node in _fields(c)}
    edits: list[Edit] = []
    for node in ast.walk(text.tree):
        if node in fields:  # of any type: what counts is that it has one
            edits.append((*text.span(node.annotation), "object"))
        else:
            edits += _annotations(node, text)
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            spare = [part for part in node.body[:1] if is_docstring(part)]
            if isinstance(node, ast.FunctionDef) and not checks:
                spare += _serves_checks(node, checking)
            bodies = [getattr(part, "body", None) for part in ast.walk(node)]
            blocks = [body for body in bodies if isinstance(body, list)]
            whole = {body[0] for body in blocks if {*body} <= {*spare}}
            for part in spare:
                left = f"{' ' * part.col_offset}pass\n" if part in whole else ""
                edits.append((*text.lines(part), left))
    return text.edited(edits)


def _fields(node: ast.AST) -> Iterator[ast.AnnAssign]:
    """The fields of a dataclass or a named tuple, which its annotations make."""
    if isinstance(node, ast.ClassDef):
        made = [ast.unparse(part) for part in [*node.decorator_list, *node.bases]]
        if any("dataclass" in part or part == "NamedTuple" for part in made):
            yield from (s for s in node.body if isinstance(s, ast.AnnAssign))


def _annotations(node: ast.AST, text: Text) -> Iterator[Edit]:
    """What is taken away of a node, so that it has no annotation."""
    if isinstance(node, ast.arg) and node.annotation:
        start = text.starts[node.lineno - 1] + node.col_offset
        yield start + len(node.arg.encode()), text.span(node.annotation)[1], ""
    elif isinstance(node, ast.FunctionDef) and node.returns:
        start, end = text.span(node.returns)
        yield text.bytes.rindex(b"->", 0, start), end, ""
    elif isinstance(node, ast.AnnAssign) and node.value:
        yield text.span(node.target)[1], text.span(node.annotation)[1], ""
    elif isinstance(node, ast.AnnAssign):
        yield (*text.lines(node), "")


def _serves_checks(function: ast.FunctionDef, checking: set[str]) -> list[ast.stmt]:
    """Checks of arguments, and assignments of what only checks use."""
    statements = [node for node in ast.walk(function) if isinstance(node, ast.stmt)]
    found = [node for node in statements if _is_check(node, checking)]
    while True:
        gone = {name for node in found for name in _loaded(node)}
        gone -= set(_loaded(function, but=found))
        more = [
            node
            for node in statements
            if isinstance(node, ast.Assign) and {*defined(node)} <= gone
        ]
        if set(more) <= set(found):
            return found
        found += more


def _is_check(node: ast.stmt, checking: set[str]) -> bool:
    """Whether a statement calls a check or, under a condition, raises a ValueError."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        called = ast.unparse(node.value.func)
        return called in checking or called.endswith("_pre_hook")
    if isinstance(node, ast.If | ast.For):
        *before, last = node.body
        raises = isinstance(last, ast.Raise) and "ValueError" in ast.unparse(last)
        return (
            (raises or _is_check(last, checking))
            and all(isinstance(s, ast.Assign) or _is_check(s, checking) for s in before)
            and all(_is_check(s, checking) for s in node.orelse)
        )
    return False


def _loaded(node: ast.AST, but: Iterable[ast.AST] = ()) -> Iterator[str]:
    """The names that are read in a part of the tree, outside of some of its parts."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield node.id
    for child in ast.iter_child_nodes(node):
        if child not in but:
            yield from _loaded(child, but)


# --- definitions, and what they use ---------------------------------------------------


@dataclass(frozen=True)
class Definition:
    """A definition as it is written out, and by name, in order, what it uses.

    ``words`` are the attributes and strings in it; ``member`` is the name of a part of
    a class that can go.
    """

    text: str
    ours: dict[str, Name]
    imports: dict[str, Name]
    words: frozenset[str]
    member: str = ""


class Sources:
    """The package as it is written out, read module by module."""

    def __init__(self, folder: Path, checks: bool) -> None:
        self.folder = folder
        self.checks = checks

    def needed(self, names: Iterable[Name], code: str) -> dict[Name, Definition]:
        """What code needs of these names, each definition after those that it uses."""
        names, words = list(names), _words_in(ast.parse(code))
        while True:
            found = self._reached(names, words)
            more = words.union(*(definition.words for definition in found.values()))
            if more == words:
                return found
            words = more

    def _reached(
        self, names: Iterable[Name], words: frozenset[str]
    ) -> dict[Name, Definition]:
        """The same if only members with these names are asked for."""
        found: dict[Name, Definition] = {}
        seen: set[Name] = set()

        def visit(name: Name) -> None:
            module, own = self.home(name)
            if (module, own) not in seen:
                seen.add((module, own))
                parts = self.module(module)[1][own]
                definition = _whole([p for p in parts if p.member in {"", *words}])
                for used in definition.ours.values():
                    visit(used)
                found[module, own] = definition

        for name in names:
            visit(name)
        return found

    def home(self, name: Name) -> Name:
        """Where a name is defined that a module may only have imported."""
        imports, definitions = self.module(name[0])
        if name[1] in definitions:
            return name
        if name[1] not in imports:
            raise PageError(f"{name[0]} defines no {name[1]}")
        return self.home(imports[name[1]])

    @cache  # noqa: B019 (a package is read once, and kept as long as it is asked)
    def module(self, name: str) -> tuple[dict[str, Name], dict[str, list[Definition]]]:
        """What a module imports; and defines, each definition in parts."""
        path = self.folder.parent.joinpath(*name.split("."))
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        return _read(name, path.read_text(encoding="utf-8"), self.checks)


@cache
def _read(
    name: str, source: str, checks: bool
) -> tuple[dict[str, Name], dict[str, list[Definition]]]:
    text = Text(stripped(source, checks))
    module = take_apart(text.tree)
    known = module.imports | {own: (name, own) for own in module.definitions}
    definitions: dict[str, list[Definition]] = {}
    end = 0

    def part(nodes: list[ast.AST], until: int, member: str = "") -> Definition:
        nonlocal end
        start, end = end, until
        used = (name for node in nodes for name in _loaded(node) if name in known)
        uses = {name: known[name] for name in used}
        ours = {n: of for n, of in uses.items() if of[0].split(".")[0] == "attention"}
        imports = {name: of for name, of in uses.items() if name not in ours}
        words = frozenset[str]().union(*map(_words_in, nodes))
        source = text.bytes[start:end].decode()
        return Definition(source, ours, imports, words, member)

    for statement, after in pairwise([*text.tree.body, ast.Pass()]):
        if isinstance(statement, ast.ClassDef):
            outside = [*statement.decorator_list, *statement.bases]
            ends = [text.span(node)[1] for node in statement.bases]
            colon = text.bytes.index(b":", max([text.span(statement)[0], *ends]))
            parts = [part([*outside], text.bytes.index(b"\n", colon) + 1)]
            for node in statement.body:
                parts.append(part([node], text.lines(node)[1], _can_go(node)))
        else:
            parts = [part([statement], text.lines(statement)[1])]
        if defined(statement) and is_docstring(after):  # what a value is: above it
            above = f"# {_words(after)}\n{parts[0].text.lstrip()}"
            parts[0] = replace(parts[0], text=above)
        definitions |= dict.fromkeys(defined(statement), parts)
    return module.imports, definitions


def _whole(parts: list[Definition]) -> Definition:
    """A definition of these parts."""
    text, ours, imports, words = "", {}, {}, frozenset[str]()
    for part in parts:
        text += part.text if text else part.text.lstrip("\n")
        ours |= part.ours
        imports |= part.imports
        words |= part.words
    return Definition(text.rstrip("\n"), ours, imports, words)


def _can_go(node: ast.stmt) -> str:
    """The name of a member that torch or Python do not call of themselves."""
    names = defined(node)
    if not isinstance(node, ast.FunctionDef | ast.Assign) or len(names) != 1:
        return ""
    (name,) = names
    return "" if name.startswith("__") or name in CALLED else name


def _words_in(node: ast.AST) -> frozenset[str]:
    """The names of attributes that are read, and strings, which may name one."""
    found = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Load):
            found.add(part.attr)
        elif isinstance(part, ast.Constant) and isinstance(part.value, str):
            found.add(part.value)
    return frozenset(found)


def _words(docstring: ast.stmt) -> str:
    """The first line of a docstring."""
    value = docstring.value if isinstance(docstring, ast.Expr) else docstring
    return str(ast.literal_eval(value)).partition("\n")[0]
