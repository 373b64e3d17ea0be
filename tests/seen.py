"""What passed is not tried again until something that it read has changed.

With ``--unseen``, as `make test` and `make check` call pytest, a test is left out if it
passed before and all is as it was then:

- its module, and what that imports: of `attention` the definitions that it reaches, of
  all else whole files;
- each file of the checkout that was opened, and each folder that was listed, while the
  test ran or one of its fixtures was made. The server of the browser's tests is in this
  process, so what a page asked for is known, too;
- settings and locks (`EVERYWHERE`), Python and the system; for the browser's tests,
  which Chromium there is. Its fonts come with a package that is locked.

A test that starts a process counts as having read everything. What is known lies in
``.cache/seen.json``; a clean checkout knows nothing, and runs all tests.
"""

import ast
import hashlib
import json
import os
import platform
import re
import sys
import time
from collections.abc import Generator, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from publish.outputs.reach import Package

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / ".cache" / "seen.json"
# What decides about every test: settings, versions, and what all tests share.
EVERYWHERE = (
    "pyproject.toml", "mkdocs.yml", "requirements.txt", "requirements",
    "conftest.py", "tests/conftest.py", "tests/seen.py",
    # Named in strings: what each process of blocks begins with, what Node runs.
    "publish/run/preloaded.py", "publish/markdown/typeset.js",
)  # fmt: skip
# Where nothing is read that decides: made by tools, or by the tests.
ELSEWHERE = {"..", ".cache", ".git", ".hypothesis", ".mypy_cache", ".pytest_cache",
             ".ruff_cache", ".venv", ".venv-oldest", "node_modules"}  # fmt: skip
EVERYTHING = "everything"
STARTS = {"subprocess.Popen", "os.posix_spawn", "os.fork", "os.system", "os.exec"}

Reads = set[str]
watching: list[Reads] = []  # the innermost is written to
started = time.time()


def _heard(event: str, args: tuple[Any, ...]) -> None:
    """Notes what is opened, listed or started, as Python tells its auditors."""
    if not watching:
        return
    if event == "open" and isinstance(args[0], str):
        writes = args[2] & (os.O_WRONLY | os.O_RDWR) if args[2] else False
        if not writes and (name := _inside(args[0])):
            watching[-1].add(name)
    elif event in ("os.listdir", "os.scandir") and (name := _inside(args[0])):
        watching[-1].add(name + "/")
    elif event in STARTS:
        watching[-1].add(EVERYTHING)


def _inside(path: Any) -> str | None:
    """The path relative to the checkout; None if it is elsewhere."""
    try:
        name = os.path.relpath(path or ".", ROOT)
    except (TypeError, ValueError):  # a number of a file; another drive
        return None
    if "__path_hook__" in name:  # what setuptools lays on the path, and no folder
        return None
    path = Path(name)
    if not ELSEWHERE.isdisjoint(path.parts[:1]):
        return None
    if path.parent.name == "__pycache__":  # a module, which was compiled before
        path = path.parents[1] / f"{path.name.partition('.')[0]}.py"
    return path.as_posix()


class Watch:
    """Whatever is read while this is open."""

    def __enter__(self) -> Reads:
        watching.append(set())
        return watching[-1]

    def __exit__(self, *_: object) -> None:
        found = watching.pop()
        if watching:
            watching[-1] |= found


# --- what a test read ----------------------------------------------------------


class Seen:
    """The plugin of one process."""

    def __init__(self, *, leave_out: bool) -> None:
        self.leave_out = leave_out
        self.known: dict[str, Any] = _read()
        self.passed: dict[str, list[str]] = {}
        self.failed: set[str] = set()
        self.by_module: dict[str, Reads] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, Any, Any]:
        with Watch() as reads:
            report = yield
        # Of its imports see `_imported`: who is first is told of all files. And pages
        # that are read here say which tests there are, not whether one passes.
        mine = {n for n in reads if not n.endswith((".py", ".md", "/", EVERYTHING))}
        self.by_module.setdefault(collector.nodeid, set()).update(mine)
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Generator[None, Any, Any]:
        with Watch() as reads:
            made = yield
        # A browser or a site that serves many tests was not started by one of them.
        shared = fixturedef.scope != "function"
        fixturedef.reads = reads - {EVERYTHING} if shared else reads
        if shared and watching:
            watching[-1].discard(EVERYTHING)
        return made

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        with Watch() as reads:
            done = yield
        # The blocks of pages have a memory of their own (publish/outputs/results.py).
        if item.path.suffix == ".py" and item.nodeid not in self.failed:
            for used in _fixtures(item):
                reads |= getattr(used, "reads", set())
            reads |= self.by_module.get(item.nodeid.partition("::")[0], set())
            self.passed[item.nodeid] = sorted(reads)
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.failed.add(report.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        if self.leave_out:
            seen = [item for item in items if self.is_known(item)]
            config.hook.pytest_deselected(items=seen)
            names = {id(item) for item in seen}
            items[:] = [item for item in items if id(item) not in names]

    def is_known(self, item: pytest.Item) -> bool:
        reads, expected = self.known["tests"].get(item.nodeid, (None, None))
        return reads is not None and (
            digest(item.nodeid, self.known["reads"][reads]) == expected
        )

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.leave_out and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            session.exitstatus = pytest.ExitCode.OK
        if not self.passed and not self.failed:
            return
        KEPT.parent.mkdir(exist_ok=True)
        with FileLock(KEPT.with_suffix(".lock")):
            known = _read()
            for name in (*self.failed, *self.passed):
                known["tests"].pop(name, None)
            for name, reads in self.passed.items():
                if any(map(_is_newer, reads)):  # than what the test may have read
                    continue
                key = hashlib.sha256("\n".join(reads).encode()).hexdigest()[:16]
                known["reads"][key] = reads
                known["tests"][name] = key, digest(name, reads)
            used = {key for key, _ in known["tests"].values()}
            known["reads"] = {key: known["reads"][key] for key in used}
            KEPT.write_text(json.dumps(known), encoding="utf-8")


def _fixtures(item: Any) -> list[Any]:
    """The fixtures of a test, and theirs."""
    known = item._fixtureinfo.name2fixturedefs
    return [found for name in item.fixturenames for found in known.get(name, ())[-1:]]


def _read() -> dict[str, Any]:
    if KEPT.exists():
        return json.loads(KEPT.read_text(encoding="utf-8"))
    return {"tests": {}, "reads": {}}


# --- whether it is as it was ---------------------------------------------------


def digest(test: str, reads: Iterable[str]) -> str:
    """A hash of all that decides whether a test passes."""
    parts = [_everywhere(), _imported(test.partition("::")[0])]
    if test.startswith("tests/browser/"):
        parts.append(_chromium())
    parts += [f"{name} {_content(name)}" for name in reads]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


@cache
def _everywhere() -> str:
    parts = [platform.platform(), sys.version]
    parts += [_content(name) for name in EVERYWHERE]
    return " ".join(parts)


@cache
def _chromium() -> str:
    """Which file that is; an update writes it anew."""
    from tests.browser.chromium import find

    path = Path(find() or "missing")
    about = path.stat() if path.exists() else None
    return f"{path} {about and (about.st_size, about.st_mtime_ns)}"


@cache
def _content(name: str) -> str:
    """A hash of a file, of the names in a folder, or of the whole checkout."""
    if name == EVERYTHING:
        return " ".join(f"{file} {_content(file)}" for file in sorted(_all_files()))
    path = ROOT / name
    if path.is_file():
        return hashlib.sha256(path.read_bytes()).hexdigest()
    if path.is_dir():
        return " ".join(sorted(entry.name for entry in path.iterdir()
                               if entry.name != "__pycache__"))  # fmt: skip
    return "missing"


def _all_files() -> Iterable[str]:
    for folder, folders, files in os.walk(ROOT):
        here = Path(folder).relative_to(ROOT)
        folders[:] = [name for name in folders if name not in _not_sources(here)]
        yield from ((here / name).as_posix() for name in files)


def _not_sources(folder: Path) -> set[str]:
    made = {"site", "site-zensical", "dist", "mutants"} if folder == Path() else set()
    return ELSEWHERE | {"__pycache__"} | made


@cache
def _is_newer(name: str) -> bool:
    if name == EVERYTHING:
        return any(map(_is_newer, _all_files()))
    path = ROOT / name
    return path.is_file() and path.stat().st_mtime > started


@cache
def _imported(module: str) -> str:
    """A hash of a test's module, of what it imports, and of what these import."""
    waiting, files, code = [module], set(), []
    folder = Path(module).parent
    while folder != Path():
        waiting.append((folder / "conftest.py").as_posix())
        folder = folder.parent
    while waiting:
        name = waiting.pop()
        path = ROOT / name
        if name in files or path.suffix != ".py" or not path.is_file():
            continue
        files.add(name)
        text = path.read_text(encoding="utf-8")
        if not name.startswith("publish/"):  # which imports nothing of the package
            code.append(text)
        waiting += _files_imported(text)
    parts = [f"{name} {_content(name)}" for name in sorted(files)]
    return hashlib.sha256("\n".join([*parts, _attention(code)]).encode()).hexdigest()


@cache
def _files_imported(text: str) -> list[str]:
    """Files of the checkout, but for the package, that some code imports."""
    names = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{a.name}" for a in node.names)}
    ours = {name for name in names if name.split(".")[0] in OURS}
    return [
        f"{path}{end}"
        for path in (name.replace(".", "/") for name in ours)
        for end in (".py", "/__init__.py")
    ]


OURS = ("tests", "publish", "benchmarks", "snippets")
SOURCES = re.compile(r"^(?:import|from) inspect\b|__doc__", re.MULTILINE)
package = Package(ROOT / "attention")


def _attention(codes: list[str]) -> str:
    """The definitions of the package that tests reach; or all, if they read sources."""
    if any(SOURCES.search(code) for code in codes):
        files = sorted((ROOT / "attention").rglob("*.py"))
        return " ".join(_content(f.relative_to(ROOT).as_posix()) for f in files)
    return "\n".join(package.texts(set().union(*map(package.reached, codes))))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--unseen",
        action="store_true",
        help="leave out tests that passed, if nothing that they read has changed",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Seen(leave_out=config.getoption("unseen")), "seen")


sys.addaudithook(_heard)
