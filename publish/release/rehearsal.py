"""A release up to the upload: built, and tried as on a reader's machine.

The wheel is installed where nothing else of ours is, by the words that readers type.
From an empty folder, `python -I`, which finds only what is installed, runs blocks as
they are copied. Then a notebook's first cell, as we export it, installs the wheel.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import chain
from pathlib import Path

from packaging.requirements import Requirement

from publish.export import notebooks
from publish.export.index import entries
from publish.project import Project
from publish.release import dist, versions
from publish.release.dist import Dist
from publish.release.environment import Environment, applicable
from publish.release.notebook import check_beginning
from publish.release.reader import Block, Reader, imported

EXTRAS = ("plot", "text")
BY_NAME = f"{dist.NAME}[{','.join(EXTRAS)}]"
INSTALL = "# pip install "
FEWEST = 10  # blocks that a release tries


class Rehearsal:
    """The steps, in order; each returns what is wrong, and later ones need it."""

    def __init__(self, project: Project, tag: str | None, folder: Path) -> None:
        self.project = project
        self.tag = tag
        self.root = project.root
        self.out = project.root / "dist"
        self.sources = folder / "sources"
        self.again = folder / "again"
        self.empty = folder / "empty"
        self.empty.mkdir()
        self.place = folder / "environment"

    @cached_property
    def environment(self) -> Environment:
        return Environment(self.place)

    @cached_property
    def reader(self) -> Reader:
        return Reader(self.environment.python, self.empty)

    def run(self) -> list[str]:
        """Takes each step, and says how long it took; ends at the first that fails."""
        steps = (
            self.compare_versions, self.build, self.install, self.load, self.run_blocks,
            self.begin_notebook, self.leave,
        )  # fmt: skip
        for step in steps:
            start = time.monotonic()
            try:
                wrong = step()
            except subprocess.CalledProcessError as error:  # it has said why
                wrong = [str(error)]
            said = "failed: " if wrong else ""
            print(
                f"{time.monotonic() - start:6.1f} s  {said}{step.__doc__}", flush=True
            )
            if wrong:
                return wrong
        return []

    def compare_versions(self) -> list[str]:
        """Everything is committed and has one version."""
        changed = dist.uncommitted(self.root)
        only = [f"a release is made of what is committed: {line}" for line in changed]
        return only + versions.problems(self.root, self.tag)

    def build(self) -> list[str]:
        """Build the sdist, the wheel from it, and the same wheel from the sources."""
        shutil.rmtree(self.out, ignore_errors=True)
        committed = dist.export(self.root, self.sources)
        made = dist.build(self.sources, self.out, committed)
        wheel = dist.wheel_alone(self.sources, self.again, committed)
        wrong = dist.problems(made, self.sources, versions.version(self.root))
        if wheel.read_bytes() != made.wheel.read_bytes():
            wrong.append("the sdist builds another wheel than the sources")
        return wrong

    def install(self) -> list[str]:
        """Install what it needs from the locks, by hash, and the wheel by its name."""
        made = Dist.within(self.out)
        lines = dist.metadata(made.wheel).get_all("Requires-Dist") or []
        self.environment.install(self.root, applicable(lines, ("", *EXTRAS)))
        self.environment.install_from(self.out, BY_NAME)
        return self.reader.check_version(dist.NAME, versions.version(self.root))

    def load(self) -> list[str]:
        """Import every module, load every trained model, ask the download for help."""
        weights = self.sources / "attention" / "models" / "weights"
        trained = sorted(path.stem for path in weights.glob("*.safetensors"))
        return [
            *self.reader.check_imports(),
            *self.reader.check_models(trained),
            *self.reader.check_command("-m", "attention.models.download", "--help"),
        ]

    def run_blocks(self) -> list[str]:
        """Run copied blocks of every part, which print what their pages show."""
        blocks = chosen(entries(self.project))
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            found = list(pool.map(self.reader.check_block, blocks))
        print("          ", *(block["id"] for block in blocks))
        few = [f"{len(blocks)} blocks were tried, at least {FEWEST} should be"]
        return [*chain(*found)] + (few if len(blocks) < FEWEST else [])

    def begin_notebook(self) -> list[str]:
        """Begin a notebook, whose first cell installs the wheel."""
        self.environment.uninstall(dist.NAME)
        self.environment.install(self.root, [Requirement("ipykernel")])
        page = notebooks.with_notebooks(self.project)[0]
        text = notebooks.text(self.project, page)
        return check_beginning(text, self.environment.python, self.empty, self.out)

    def leave(self) -> list[str]:
        """The folder is still empty, and dist/ is ready to be uploaded."""
        left = sorted(path.name for path in self.empty.iterdir())
        return [f"written into the folder: {name}" for name in left]


def chosen(blocks: Iterable[Block]) -> list[Block]:
    """Of each part the block that imports most, and one for each way to install.

    Each of them prints something, raises nothing and uses the package.
    """
    most: dict[str, Block] = {}
    for block in blocks:
        if not imported(block) or not block["stdout"] or block["raises"]:
            continue
        part, first = block["id"].partition("/")[0], block["code"].partition("\n")[0]
        for group in [part, first] if first.startswith(INSTALL) else [part]:
            if group not in most or imported(block) > imported(most[group]):
                most[group] = block
    return list({block["id"]: block for block in most.values()}.values())
