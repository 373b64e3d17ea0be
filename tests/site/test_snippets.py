"""Snippets stand on the package, and on its public names alone."""

import ast
import sys

from publish.project import Project
from tests.imports import (
    STARTED,
    SURFACES,
    imported,
    imports,
    public_names,
    started_names,
)

LIBRARIES = {"torch", "attention", "matplotlib", "tiktoken"}


def test_snippets_use_only_public_names_of_the_package(project: Project) -> None:
    public = {surface: set(public_names(surface)) for surface in SURFACES}
    for module in STARTED:
        public[f"attention.distributed.{module}"] = set(started_names(module))
    for snippet in project.snippets:
        for node in ast.walk(ast.parse(snippet.code)):
            if isinstance(node, ast.ImportFrom) and "attention" in imports(node):
                names = {alias.name for alias in node.names}
                assert names <= public.get(node.module or "", set()), snippet.id
            elif isinstance(node, ast.Import):  # a name alone says where it is from
                assert "attention" not in imports(node), snippet.id


def test_snippets_import_only_what_readers_install(project: Project) -> None:
    allowed = sys.stdlib_module_names | LIBRARIES
    others = {s.id: imported(s.path) - allowed for s in project.snippets}
    assert {name: found for name, found in others.items() if found} == {}
