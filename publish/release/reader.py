"""A reader's Python: an interpreter that is run from an empty folder, by itself."""

import ast
import os
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from publish.outputs import compare

Block = dict[str, Any]  # as in snippets.json

IMPORT_ALL = """\
import importlib, pkgutil, attention
for module in pkgutil.walk_packages(attention.__path__, "attention."):
    if not module.name.endswith(".__main__"):
        importlib.import_module(module.name)
"""
LOAD = """\
import sys
from attention import load_trained
for name in sys.argv[1:]:
    load_trained(name)
"""
VERSION = """\
import importlib.metadata, sys
print(importlib.metadata.version(sys.argv[1]))
"""


class Reader:
    """Runs code in a folder; each check returns what went wrong."""

    def __init__(self, python: Path, folder: Path) -> None:
        self.python = python
        self.folder = folder

    def run(self, *arguments: str, code: str = "") -> subprocess.CompletedProcess[str]:
        """`python -I`: without a path, a folder or variables of ours."""
        return subprocess.run(
            [self.python, "-I", *arguments],
            input=code, cwd=self.folder, env={**os.environ, "MPLBACKEND": "Agg"},
            capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip

    def check_command(self, *arguments: str, code: str = "") -> list[str]:
        done = self.run(*arguments, code=code)
        said = f"python {' '.join(arguments)}: {done.stderr}"
        return [said] if done.returncode else []

    def check_version(self, name: str, version: str) -> list[str]:
        """Whether a distribution of this version is installed."""
        got = self.run("-", name, code=VERSION).stdout.strip()
        return [f"{name} {got} is installed, not {version}"] if got != version else []

    def check_imports(self) -> list[str]:
        return self.check_command("-", code=IMPORT_ALL)

    def check_models(self, names: Iterable[str]) -> list[str]:
        return self.check_command("-", *names, code=LOAD)

    def check_block(self, block: Block) -> list[str]:
        """Whether a block, as it is copied, prints what its page shows."""
        done = self.run("-", code=block["code"])
        if done.returncode:
            return [f"{block['id']}: {done.stderr}"]
        return differs(block["id"], block["stdout"], done.stdout)


def differs(name: str, expected: str, got: str) -> list[str]:
    """Where a text differs from what is shown by more than two machines may."""
    places = compare.differences(expected, got.rstrip("\n"))
    return [
        f"{name}, line {p.line}: expected {p.expected!r}, got {p.got!r}" for p in places
    ]


def imported(block: Block) -> int:
    """How many names a block imports from the package."""
    return sum(
        len(node.names)
        for node in ast.walk(ast.parse(block["code"]))
        if isinstance(node, ast.ImportFrom) and node.module == "attention"
    )
