"""Snippets stand on the package, and on its public names alone."""

import ast
import sys
from pathlib import Path

from publish.project import Project
from tests.imports import imported, public_names

LIBRARIES = {"torch", "attention", "matplotlib", "tiktoken"}


def used_of_attention(path: Path) -> set[str]:
    """Names that a file takes from the package, as a reader would write them."""
    names = set()
    tree = ast.parse(path.read_text("utf-8"), str(path))
    plain = [
        a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names
    ]
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            if node.module == "attention":
                names |= {alias.name for alias in node.names}
            elif node.module.startswith("attention."):
                names.add(node.module)
        elif isinstance(node, ast.Import):
            names |= {a.name for a in node.names if a.name.startswith("attention.")}
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "attention"
            and "attention" in plain  # else it is a variable of that name
        ):
            names.add(node.attr)
    return names


def test_snippets_use_only_public_names_of_the_package(project: Project) -> None:
    public = set(public_names())
    private = {s.id: used_of_attention(s.path) - public for s in project.snippets}
    assert {name: found for name, found in private.items() if found} == {}


def test_snippets_import_only_what_readers_install(project: Project) -> None:
    allowed = sys.stdlib_module_names | LIBRARIES
    others = {s.id: imported(s.path) - allowed for s in project.snippets}
    assert {name: found for name, found in others.items() if found} == {}
