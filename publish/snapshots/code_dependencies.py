"""Which parts of the package a snippet reaches, and a digest of them.

The digest changes when the snippet, or any definition in ``attention`` that it
reaches through names, changes in more than comments, docstrings and layout; and when a
file of data does that lies beside a definition which asks where it is, by `__file__`.

What is run again is decided with less than that: where a block shows no error, nobody
sees in which words one would be raised.
"""

import ast
import hashlib
import re
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

Name = tuple[str, str]  # (module, name defined in it)
# What a block says that ends in an error, or catches one.
ERRORS = re.compile(r"#\s*raises\b|\bexcept\b|\bsuppress\b")


@dataclass
class Module:
    """The top level of one source file, taken apart."""

    definitions: dict[str, ast.stmt] = field(default_factory=dict)
    imports: dict[str, Name] = field(default_factory=dict)
    rest: list[ast.stmt] = field(default_factory=list)


class Package:
    """The sources of ``attention``, read without importing them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def files(self) -> dict[str, Path]:
        """By name of a module, where it is."""
        found = {}
        for path in sorted(self.folder.rglob("*.py")):
            parts = path.relative_to(self.folder.parent).with_suffix("").parts
            found[".".join(parts).removesuffix(".__init__")] = path
        return found

    @cache  # noqa: B019 (a package is read once, and kept as long as it is asked)
    def module(self, name: str) -> Module:
        return take_apart(ast.parse(self.files[name].read_text(encoding="utf-8")))

    @cache  # noqa: B019 (as for modules)
    def reached(self, code: str) -> set[Name]:
        """Every definition that ``code`` can reach, by (module, name)."""
        waiting = list(_read(code).imports.values())
        seen: set[Name] = set()
        while waiting:
            found = waiting.pop()
            if found not in seen:
                seen.add(found)
                waiting.extend(self._leads_to(found))
        return {name for name in seen if name[0] in self.files}

    def digest(self, code: str) -> str:
        """A hash of all that decides what ``code`` does."""
        data = [self._data(name) for name in sorted(self.reached(code))]
        parts = [_text(code), *self._decisive(code), *filter(None, data)]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def _decisive(self, code: str) -> list[str]:
        """What of the package decides what ``code`` does."""
        reached = sorted(self.reached(code))
        if "inspect" in code:  # it may show sources as they are written
            modules = sorted({module for module, _ in reached})
            return [self.files[name].read_text(encoding="utf-8") for name in modules]
        # Between the words of two errors of one type nothing chooses: whoever catches
        # one without showing it asks for its type.
        words = ERRORS.search(code) is not None
        return [self._text(name, words) for name in reached]

    @cache  # noqa: B019 (as for modules)
    def _leads_to(self, name: Name) -> list[Name]:
        """What a definition refers to; what a name that is imported stands for."""
        if f"{name[0]}.{name[1]}" in self.files:
            return [(f"{name[0]}.{name[1]}", "")]
        if name[0] not in self.files:
            return []
        module = self.module(name[0])
        if not name[1]:  # of what is imported whole, it is not known what is used
            inside = [m for m in self.files if f"{m}.".startswith(f"{name[0]}.")]
            return [(m, n) for m in inside for n in self.module(m).definitions]
        if name[1] in module.definitions:
            return [
                used
                for statement in self._statements(name)
                for used in _names(statement, name[0], module)
            ]
        return [module.imports[name[1]]] if name[1] in module.imports else []

    @cache  # noqa: B019 (as for modules)
    def _text(self, name: Name, words: bool) -> str:
        """A definition without comments and docstrings."""
        lines = (_canonical(one, words) for one in self._statements(name))
        return f"{'.'.join(name)}: " + "\n".join(lines)

    @cache  # noqa: B019 (as for modules)
    def _data(self, name: Name) -> str:
        """A hash of the files that lie beside a definition which asks where it is."""
        nodes = (node for one in self._statements(name) for node in ast.walk(one))
        if not any(
            isinstance(node, ast.Name) and node.id == "__file__" for node in nodes
        ):
            return ""
        beside = sorted(self.files[name[0]].parent.rglob("*.*"))
        data = [path for path in beside if path.suffix not in (".py", ".pyc")]
        return hashlib.sha256(b"".join(path.read_bytes() for path in data)).hexdigest()

    def _statements(self, name: Name) -> list[ast.stmt]:
        """The definition; and, since importing runs them, its module's loose lines."""
        module = self.module(name[0])
        own = module.definitions.get(name[1])
        return [own, *module.rest] if own is not None else module.rest


@cache
def _read(code: str) -> Module:
    """A snippet taken apart."""
    try:
        return take_apart(ast.parse(code))
    except SyntaxError:  # it reaches nothing, and running it says what is wrong
        return Module()


@cache
def _text(code: str) -> str:
    """A snippet without comments and docstrings."""
    try:
        return _canonical(ast.parse(code))
    except SyntaxError:
        return code


def take_apart(tree: ast.Module) -> Module:
    """The imports of a source, what it defines, and its other statements."""
    module = Module()
    for node in ast.walk(tree):  # also imports under `if TYPE_CHECKING` or in functions
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                module.imports[alias.asname or alias.name] = (node.module, alias.name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                module.imports[alias.asname or alias.name] = (alias.name, "")
    for statement in tree.body:
        names = defined(statement)
        for name in names:
            module.definitions[name] = statement
        loose = not (names or is_docstring(statement)) and not isinstance(
            statement, ast.Import | ast.ImportFrom
        )
        if loose or "__getattr__" in names:  # makes names of the module on demand
            module.rest.append(statement)
    return module


def defined(statement: ast.stmt) -> list[str]:
    """The names that a statement gives to a function, a class or a value."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [statement.name]
    if isinstance(statement, ast.Assign):
        return [
            n.id
            for t in statement.targets
            for n in ast.walk(t)
            if isinstance(n, ast.Name)
        ]
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return [statement.target.id]
    return []


def _names(statement: ast.stmt, module_name: str, module: Module) -> list[Name]:
    """The definitions that one statement refers to by name."""
    used = {n.id for n in ast.walk(statement) if isinstance(n, ast.Name)}
    local = [(module_name, name) for name in used if name in module.definitions]
    return local + [module.imports[name] for name in used if name in module.imports]


def _canonical(node: Any, words: bool = True) -> str:
    """The code without comments, docstrings and layout; the same in every Python.

    Without ``words``, an error that is raised is its type alone.

    What `ast.unparse` and `ast.dump` give is not: strings are quoted in other ways, and
    some versions have more fields, or parts of strings, which are empty.
    """
    if isinstance(node, list):
        return f"[{', '.join(_canonical(one, words) for one in node)}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and not words:
        return f"Raise({_canonical(node.exc.func)})"
    fields = []
    for name, value in ast.iter_fields(node):
        if name == "body" and isinstance(value, list):
            value = [one for one in value if not is_docstring(one)]
        elif isinstance(node, ast.JoinedStr):
            value = [one for one in value if getattr(one, "value", None) != ""]
        if value not in (None, []):
            fields.append(f"{name}={_canonical(value, words)}")
    return f"{type(node).__name__}({', '.join(fields)})"


def is_docstring(statement: ast.stmt) -> bool:
    """Whether a statement is a constant alone, as docstrings are."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
