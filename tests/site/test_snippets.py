"""Snippets stand on the package, and on its public names alone."""

import ast
import re
import sys

from publish.project import Project
from tests.imports import imported, public_names

LIBRARIES = {"torch", "attention", "matplotlib", "tiktoken"}


def test_snippets_use_only_public_names_of_the_package(project: Project) -> None:
    public = set(public_names())
    for snippet in project.snippets:
        assert not re.search(r"(from|import) attention\.", snippet.code), snippet.id
        for node in ast.walk(ast.parse(snippet.code)):
            if isinstance(node, ast.ImportFrom) and node.module == "attention":
                assert {alias.name for alias in node.names} <= public, snippet.id


def test_snippets_import_only_what_readers_install(project: Project) -> None:
    allowed = sys.stdlib_module_names | LIBRARIES
    others = {s.id: imported(s.path) - allowed for s in project.snippets}
    assert {name: found for name, found in others.items() if found} == {}
