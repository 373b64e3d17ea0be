"""The package altered by mutmut, and each mutant run against the tests that reach it.

mutmut alters what stands in functions: signs, axes, constants, comparisons, masks,
arguments, texts. It runs the tests of ``tests/attention`` in forked processes, torch
imported once, and keeps what it has done, by functions; where tests were added, it is
asked again about what the others did not notice. A mutant that tests do not notice is
shown to the snippets that reach its function (`publish.reach`): their outputs are
published, so they are tests, too. What stands outside of functions is altered in
`constants`.
"""

import ast
import difflib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from importlib.metadata import version
from itertools import takewhile
from pathlib import Path

from publish.mutants.lines import attempt, differs, warm_up
from publish.mutants.work import Kind, Tally, digest, own_text, recall
from publish.outputs import Outputs
from publish.project import Snippet

SOURCES = ("attention", "tests/attention")
# As mutmut has them: a test failed; pytest broke off; no more time; a crash.
KILLED = {1, 3, 24, -24, 36, 152, 255, -9, -11}
UNNOTICED = {0, 5, 33}  # survived, or no test reaches it
AROUND = 50  # characters that are shown before and after what was altered
QUICK = 2.0  # seconds of a snippet that is run to kill a mutant
# Forked children must not find threads that stayed behind: neither OpenMP's nor CUDA's.
ALONE = {"OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}


class Functions(Kind):
    title = "Package, functions"
    units = "modules"

    @cached_property
    def folder(self) -> Path:
        """Where mutmut works, on a copy."""
        return self.project.cache / "mutants" / "package"

    @cached_property
    def _judged(self) -> dict[str, bool]:
        return {}

    @cached_property
    def outputs(self) -> Outputs:
        return Outputs(self.project)

    def names(self) -> list[str]:
        return modules(self.project.root)

    def altered(self, name: str) -> str:
        return (self.project.root / name).read_text(encoding="utf-8")

    def decides(self, name: str) -> Iterable[str]:
        yield everything(self.project.root)
        yield own_text("mutants/package.py")
        for snippet, _ in self._reaching(name):
            yield from (snippet.code, *map(str, self.outputs.edited(snippet)))

    def prepare(self, jobs: int) -> None:
        """Lets mutmut run, or go on; nothing if all is known."""
        if all(recall(self, name) for name in self.names()):
            return
        root, folder = self.project.root, self.folder
        now, kept = state(root), folder / "state.json"
        before = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else None
        if not before or not still_holds(before, now):
            shutil.rmtree(folder, ignore_errors=True)
        elif before != now:
            ask_again(folder)
        copy(root, folder)
        kept.write_text(json.dumps(now), encoding="utf-8")
        mutmut = str(Path(sys.executable).with_name("mutmut"))
        command = [mutmut, "run", "--max-children", str(jobs)]
        subprocess.run(command, cwd=folder, env={**os.environ, **ALONE}, check=True)

    def tally(self, name: str) -> Tally:
        found = Tally()
        mutated = self.folder / "mutants"
        path = mutated / f"{name}.meta"
        if not path.exists():  # a module without functions
            return found
        known = json.loads(path.read_text(encoding="utf-8"))
        verdicts = known["exit_code_by_key"]
        found.seconds = sum(
            seconds or 0 for seconds in known["durations_by_key"].values()
        )
        code = (mutated / name).read_text(encoding="utf-8")
        for mutant, verdict in verdicts.items():
            if verdict not in KILLED | UNNOTICED:
                raise ValueError(f"{mutant} was not finished: {verdict}")
            killed = verdict in KILLED or self._noticed(name, mutant, mutated)
            found.count(killed, "" if killed else f"{name}, {difference(code, mutant)}")
        return found

    def _noticed(self, name: str, mutant: str, mutated: Path) -> bool:
        """Whether a snippet that reaches the mutant gives other outputs."""
        warm_up(self.project)
        definition = defined_by(mutant)
        return any(
            self._differs(snippet, mutated, mutant)
            for snippet, reached in self._reaching(name)
            if definition in reached and self._judges(snippet, mutated)
        )

    def _judges(self, snippet: Snippet, mutated: Path) -> bool:
        """Whether a snippet gives its outputs with mutmut's copy, nothing altered."""
        if snippet.id not in self._judged:
            self._judged[snippet.id] = not self._differs(snippet, mutated, "")
        return self._judged[snippet.id]

    def _differs(self, snippet: Snippet, mutated: Path, mutant: str) -> bool:
        os.environ["MUTANT_UNDER_TEST"] = mutant
        limit = 30 + 30 * self.outputs.seconds(snippet)
        result = attempt(snippet.code, snippet, limit, mutated)
        return result is None or differs(self.project, snippet, result)

    def _reaching(self, name: str) -> Iterator[tuple[Snippet, set[str]]]:
        """The quick snippets that reach a module, and which definitions of it."""
        module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for snippet in sorted(self.project.snippets, key=self.outputs.seconds):
            if self.outputs.seconds(snippet) > QUICK:
                break
            reached = self.outputs.package.reached(snippet.code)
            names = {n for m, n in reached if m == module}
            if names:
                yield snippet, names


def modules(root: Path) -> list[str]:
    files = sorted((root / "attention").rglob("*.py"))
    return [path.relative_to(root).as_posix() for path in files]


def everything(root: Path, tests: Iterable[Path] | None = None) -> str:
    """A hash of the package, of its tests, of their settings and of the tools.

    Of all tests, or of these and of what they share.
    """
    found = set((root / SOURCES[0]).rglob("*.py"))
    for path in (root / SOURCES[1]).rglob("*.py"):
        shared = not path.name.startswith("test_")
        if tests is None or shared or path in tests:
            found.add(path)
    files = sorted(found)
    texts = [f"{p.relative_to(root)}\n{p.read_text(encoding='utf-8')}" for p in files]
    return digest([*texts, *_settings(root)])


def _settings(root: Path) -> list[str]:
    tools = [f"{name} {version(name)}" for name in ("torch", "mutmut", "pytest")]
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    return [*tools, text.partition("[tool.mutmut]")[2]]


def state(root: Path) -> dict[str, list[str]]:
    """What mutmut does not watch, as hashes: settings, tests, code beside functions."""
    parts = {
        path.relative_to(root).as_posix(): list(map(_hash, _parts(path, source)))
        for source in SOURCES
        for path in sorted((root / source).rglob("*.py"))
    }
    return {"": list(map(_hash, _settings(root))), **parts}


def still_holds(before: dict[str, list[str]], now: dict[str, list[str]]) -> bool:
    """Whether what was noticed still is: if tests were added, and nothing else.

    Functions that changed, and what calls them, are mutmut's own business.
    """

    def stands(file: str) -> bool:
        old, new = before.get(file, []), now.get(file, [])
        return set(old) <= set(new) if file.startswith(SOURCES[1]) else old == new

    return all(map(stands, before.keys() | now.keys()))


def ask_again(folder: Path) -> None:
    """Forgets, of the mutants, those that no test noticed."""
    for path in (folder / "mutants").rglob("*.meta"):
        known = json.loads(path.read_text(encoding="utf-8"))
        verdicts = known["exit_code_by_key"]
        verdicts |= {name: None for name in verdicts if verdicts[name] in UNNOTICED}
        path.write_text(json.dumps(known), encoding="utf-8")


def _parts(path: Path, source: str) -> Iterator[str]:
    """The statements of a module, names that it imports one by one.

    Without comments and docstrings, on which no test depends; and of the package,
    without functions.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    left = (ast.FunctionDef,) if source == SOURCES[0] else ()
    for block in ast.walk(tree):
        if isinstance(block, ast.Module | ast.ClassDef | ast.FunctionDef):
            kept = [s for s in block.body if not (_is_text(s) or isinstance(s, left))]
            block.body = kept
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            module = getattr(node, "module", "")
            yield from (f"{module} {ast.unparse(name)}" for name in node.names)
        else:
            yield ast.unparse(node)


def _is_text(node: ast.stmt) -> bool:
    """Whether a statement is a text and nothing else."""
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
        return False
    return isinstance(node.value.value, str)


def _hash(text: str) -> str:
    return digest([text])[:16]


def copy(root: Path, folder: Path) -> None:
    """The package, its tests and the settings, to be altered."""
    for part in SOURCES:
        shutil.rmtree(folder / part, ignore_errors=True)
        shutil.copytree(
            root / part, folder / part, ignore=shutil.ignore_patterns("__pycache__")
        )
    for file in ("pyproject.toml", "tests/imports.py"):
        shutil.copy2(root / file, folder / file)


def defined_by(mutant: str) -> str:
    """The function or class that holds a mutant, by mutmut's name for it."""
    name = mutant.rpartition(".")[2].partition("__mutmut_")[0]
    return name.split("ǁ")[1] if "ǁ" in name else name.removeprefix("x_")


def difference(code: str, mutant: str) -> str:
    """What a mutant alters: ``function: these words -> those``."""
    name = mutant.rpartition(".")[2]
    original = name.partition("__mutmut_")[0] + "__mutmut_orig"
    before, after = (
        ast.unparse(_functions(code)[one]).replace(one, _readable(one).split(".")[-1])
        for one in (original, name)
    )
    changed = changed_lines(before.splitlines(), after.splitlines())
    return f"{_readable(name)}: {changed}"


@lru_cache(maxsize=1)
def _functions(code: str) -> dict[str, ast.FunctionDef]:
    """The functions of a module that mutmut has written, which is long."""
    nodes = ast.walk(ast.parse(code))
    return {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}


def changed_lines(before: list[str], after: list[str]) -> str:
    """What is different, within what stands around it: ``these words -> those``."""
    lines = list(difflib.unified_diff(before, after, n=0, lineterm=""))[3:]
    old = " ".join(line[1:].strip() for line in lines if line[0] == "-")
    new = " ".join(line[1:].strip() for line in lines if line[0] == "+")
    start = _alike(old, new)
    end = _alike(old[start:][::-1], new[start:][::-1])
    begin, stop = max(0, start - AROUND), max(0, end - AROUND)
    return f"{_cut(old, begin, stop)} -> {_cut(new, begin, stop)}"


def _alike(old: str, new: str) -> int:
    """How many characters the two have in common at their beginnings."""
    pairs = zip(old, new, strict=False)
    return len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))


def _cut(text: str, begin: int, stop: int) -> str:
    cut = text[begin : len(text) - stop]
    return f"{'…' if begin else ''}{cut}{'…' if stop else ''}"


def _readable(name: str) -> str:
    parts = name.partition("__mutmut_")[0].split("ǁ")
    return ".".join(parts[1:]) if len(parts) > 1 else parts[0].removeprefix("x_")
