"""A release up to the upload: built, and tried as on a reader's machine.

The wheel is installed where nothing else of ours is, by the words that readers type.
From an empty folder, `python -I`, which finds only what is installed, runs blocks as
they are copied. Then a notebook's first cell, as we export it, installs the wheel.
"""

import os
import re
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any
from unittest.mock import patch

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from publish.export import notebooks
from publish.markdown.files import OURS
from publish.project import Project, Snippet
from publish.release import dist, versions
from publish.release.environment import Environment, only_from
from publish.snapshots import compare

Block = dict[str, Any]  # as in snippets.json
EXTRAS = ("plot", "text")
BY_NAME = f"{dist.NAME}[{','.join(EXTRAS)}]"
INSTALL = "# pip install "
FEWEST = 10  # blocks that a release tries
ALL_MODULES_AND_MODELS = """\
import importlib, pkgutil, attention
from attention.examples.trained import MODELS
for module in pkgutil.walk_packages(attention.__path__, "attention."):
    if not module.name.endswith(".__main__"):
        importlib.import_module(module.name)
for name in MODELS:
    attention.load_trained(name)
"""


class Rehearsal:
    """The steps, in order; each returns what is wrong, and later ones need it."""

    def __init__(self, project: Project, tag: str | None, folder: Path) -> None:
        self.project, self.root, self.tag = project, project.root, tag
        self.out = project.root / "dist"
        self.sources = folder / "sources"
        self.empty = folder / "empty"
        self.empty.mkdir()

    @cached_property
    def environment(self) -> Environment:
        return Environment(self.empty.parent / "environment", self.empty)

    def run(self) -> list[str]:
        """Takes each step, and says how long it took; ends at the first that fails."""
        steps = (
            self.compare_versions, self.build, self.install, self.load, self.run_blocks,
            self.begin_notebook, self.leave,
        )  # fmt: skip
        for step in steps:
            start = time.monotonic()
            wrong = step()
            failed = "failed: " if wrong else ""
            print(f"{time.monotonic() - start:6.1f} s  {failed}{step.__doc__}")
            if wrong:
                return wrong
        return []

    def compare_versions(self) -> list[str]:
        """Everything is committed and has one version."""
        changed = dist.uncommitted(self.root)
        only = [f"a release is made of what is committed: {line}" for line in changed]
        return only + versions.problems(self.root, self.tag)

    def build(self) -> list[str]:
        """Build the sdist, and the wheel from it."""
        dist.export(self.root, self.sources)
        dist.build(self.sources, self.out)
        return dist.problems(self.out, self.sources, versions.version(self.root))

    def install(self) -> list[str]:
        """Install what it needs from the locks, by hash, and the wheel by its name."""
        (wheel,) = self.out.glob("*.whl")
        lines = dist.metadata(wheel).get_all("Requires-Dist") or []
        return self.environment.install_locked(self.root, lines, EXTRAS) or (
            self.environment.pip("install", BY_NAME, env=only_from(self.out))
        )

    def load(self) -> list[str]:
        """Import every module, load every trained model, ask the download for help."""
        tried = (
            self.environment.run("-", code=ALL_MODULES_AND_MODELS),
            self.environment.run("-m", "attention.models.download", "--help"),
        )
        return [done.stderr for done in tried if done.returncode]

    def run_blocks(self) -> list[str]:
        """Run copied blocks of every part, which print what their pages show."""
        blocks = chosen(map(as_copied, self.project.snippets))
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            found = list(chain(*pool.map(self.check_block, blocks)))
        print("          ", *(block["id"] for block in blocks))
        few = [f"{len(blocks)} blocks were tried, at least {FEWEST} should be"]
        return found + (few if len(blocks) < FEWEST else [])

    def check_block(self, block: Block) -> list[str]:
        """How a block, as it is copied, does not print what its page shows."""
        done = self.environment.run("-", code=block["code"])
        if done.returncode:
            return [f"{block['id']}: {done.stderr}"]
        places = compare.differences(block["stdout"], done.stdout.rstrip("\n"))
        return [
            f"{block['id']}, line {p.line}: expected {p.expected!r}, got {p.got!r}"
            for p in places
        ]

    def begin_notebook(self) -> list[str]:
        """Begin a notebook, whose first cell installs the wheel."""
        place = self.environment.place
        wrong = [
            *self.environment.pip("uninstall", "--yes", dist.NAME),
            *self.environment.install_locked(self.root, ["ipykernel"]),
        ]
        kernel = ["-m", "ipykernel", "install", "--name=empty", f"--prefix={place}"]
        self.environment.run(*kernel)
        page = notebooks.with_notebooks(self.project)[0]
        notebook: Any = nbformat.reads(notebooks.text(self.project, page), as_version=4)
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        notebook.cells = code[:2]  # the one that installs, and the first block
        env = only_from(self.out) | {
            "JUPYTER_PATH": f"{place / 'share' / 'jupyter'}",
            "IPYTHONDIR": f"{place}",
        }
        env.pop("MPLBACKEND", None)
        client = NotebookClient(
            notebook,
            timeout=300,
            kernel_name="empty",
            resources={"metadata": {"path": f"{self.empty}"}},
        )
        with patch.dict(os.environ, env, clear=True):
            try:
                client.execute()
            except CellExecutionError as error:
                return [*wrong, str(error)]
        return wrong

    def leave(self) -> list[str]:
        """The folder is still empty, and dist/ is ready to be uploaded."""
        left = sorted(path.name for path in self.empty.iterdir())
        return [f"written into the folder: {name}" for name in left]


def as_copied(snippet: Snippet) -> Block:
    """A block, and what its page shows of it."""
    stdout, raises = (snippet.stored(suffix) for suffix in (".out", ".err"))
    printed = stdout.read_text(encoding="utf-8") if stdout.exists() else ""
    return {
        "id": snippet.id,
        "code": snippet.code.rstrip("\n"),
        "stdout": printed.rstrip("\n"),
        "raises": raises.exists(),
    }


def chosen(blocks: Iterable[Block]) -> list[Block]:
    """Of each part the last block for each of its ways to install, and one without.

    Each of them prints something, raises nothing and uses the package.
    """
    found: dict[tuple[str, str], Block] = {}
    for block in blocks:
        if OURS.search(block["code"]) and block["stdout"] and not block["raises"]:
            way = re.match(f"{INSTALL}.*", block["code"])
            found[block["id"].partition("/")[0], way[0] if way else ""] = block
    return list(found.values())
