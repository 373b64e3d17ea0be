"""Snippets stand on the package, and on its public names alone."""

import ast
import sys
from pathlib import Path

from publish.project import Project
from tests.imports import imported, public_names

LIBRARIES = {"torch", "attention", "matplotlib", "tiktoken"}


def used_of_attention(path: Path) -> set[str]:
    """Names that a file takes from the package, as a reader would write them."""
    names, whole = set(), False
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.ImportFrom) and node.module:
            if node.module == "attention":
                names |= {alias.name for alias in node.names}
            elif node.module.startswith("attention."):
                names.add(node.module)
        elif isinstance(node, ast.Import):
            plain = {alias.name for alias in node.names}
            whole = whole or "attention" in plain
            names |= {name for name in plain if name.startswith("attention.")}
        elif whole and isinstance(node, ast.Attribute):  # else it is a variable
            names |= {node.attr} if ast.unparse(node.value) == "attention" else set()
    return names


def test_snippets_use_only_public_names_of_the_package(project: Project) -> None:
    public = set(public_names())
    private = {s.id: used_of_attention(s.path) - public for s in project.snippets}
    assert {name: found for name, found in private.items() if found} == {}


def test_snippets_import_only_what_readers_install(project: Project) -> None:
    allowed = sys.stdlib_module_names | LIBRARIES
    others = {s.id: imported(s.path) - allowed for s in project.snippets}
    assert {name: found for name, found in others.items() if found} == {}
