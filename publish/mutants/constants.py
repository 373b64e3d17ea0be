"""What the package says outside of its functions: data, tables, names, defaults.

mutmut's own operators, applied here one at a time, since its runs leave these places
out. Each mutant is a module of a copy of the package; a forked child runs the module's
tests on it, and another one the snippets that reach the module.
"""

import os
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from publish.mutants.lines import attempt, differs, warm_up
from publish.mutants.package import (
    ALONE,
    Functions,
    changed_lines,
    copy,
    everything,
)
from publish.mutants.work import Tally, own_text

IMPORTED = ("hypothesis", "pytest", "torch.testing")


class Constants(Functions):
    title = "Package, constants"

    def decides(self, name: str) -> Iterable[str]:
        yield everything(self.project.root, tests_of(self.project.root, name))
        yield own_text("mutants/constants.py")
        for snippet, _ in self._reaching(name):
            yield from (snippet.code, *map(str, self.outputs.edited(snippet)))

    def prepare(self, jobs: int) -> None:
        os.environ.update(ALONE)  # of the processes that do the work

    def tally(self, name: str) -> Tally:
        found = Tally()
        every = list(mutants(name, self.altered(name)))
        if not every:
            return found
        for module in IMPORTED:  # once, and not in each child
            __import__(module)
        warm_up(self.project)
        sys.dont_write_bytecode = True  # two mutants within a second look alike to it
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            copy(self.project.root, root)
            if in_child(lambda: tested(root, name)):
                raise ValueError(f"the tests of {name} fail, with nothing altered")
            for code, what in every:
                (root / name).write_text(code, encoding="utf-8")
                killed = in_child(lambda: tested(root, name)) or in_child(
                    lambda: self._shown(root, name)
                )
                found.count(killed, f"{name}: {what}")
        return found

    def _shown(self, root: Path, name: str) -> bool:
        """Whether a snippet that reaches the module gives other outputs."""
        for snippet, _ in self._reaching(name):
            limit = 30 + 30 * self.outputs.seconds(snippet)
            result = attempt(snippet.code, snippet, limit, root)
            if result is None or differs(self.project, snippet, result):
                return True
        return False


def mutants(name: str, code: str) -> Iterator[tuple[str, str]]:
    """The module's texts with one place outside of functions altered."""
    from mutmut.mutation.file_mutation import create_mutations, deep_replace

    module, mutations, *_ = create_mutations(name, code)
    for mutation in mutations:
        if mutation.contained_by_top_level_function is None:
            altered: Any = deep_replace(
                module, mutation.original_node, mutation.mutated_node
            )
            lines = changed_lines(code.splitlines(), altered.code.splitlines())
            yield altered.code, lines


def in_child(notices: Callable[[], bool]) -> bool:
    """Asks in a forked child, whose imports and crashes are its own."""
    child = os.fork()
    if child == 0:
        noticed = True
        try:
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            noticed = notices()
        finally:
            os._exit(1 if noticed else 0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0


def tested(root: Path, name: str) -> bool:
    """Whether a test of the module fails on the copy."""
    import pytest

    for module in [m for m in sys.modules if m.partition(".")[0] in SHADOWED]:
        del sys.modules[module]
    os.chdir(root)
    sys.path.insert(0, str(root))
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    flags = ["-x", "-q", *settings["tool"]["mutmut"]["pytest_add_cli_args"]]
    flags += ["-W", "ignore:Module already imported"]  # by the parent, on purpose
    return pytest.main([*flags, *map(str, tests_of(root, name))]) != 0


SHADOWED = ("attention", "tests")


def tests_of(root: Path, name: str) -> list[Path]:
    """The module's own tests and its folder's portraits, or all tests of its folder."""
    tests = root / "tests" / Path(name).parent
    own = tests / f"test_{Path(name).stem}.py"
    if Path(name).name == "__init__.py":
        own = root / "tests" / "attention" / "test_imports.py"
    if not own.exists():
        return sorted(tests.glob("test_*.py"))
    return [own, *tests.glob("test_portraits.py")]
