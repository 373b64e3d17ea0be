"""What passed is not tried again until something that it read has changed.

With ``--unseen``, as `make test` and `make check` call pytest, a test is left out if it
passed before and all is as it was then:

- the definitions that it reaches by name in its module, in what that imports of
  ``tests``, ``benchmarks`` and `attention`, and of ``publish`` whole files; a fixture
  is reached by the name of an argument. If it looks at no error, the words of those
  that are raised do not count;
- each file of the checkout that was opened, and each folder that was listed, while the
  test ran or one of its fixtures was made. The server of the browser's tests is in this
  process, so what a page asked for is known, too;
- settings and locks (`EVERYWHERE`), Python and the system; for the browser's tests,
  which Chromium there is. Its fonts come with a package that is locked.

A test that starts a process counts as having read everything; but for pages, snippets
and evidence, if the process neither starts where they are nor is told of them. A block
of a page has the digest of its page (publish/check.py). A file that would add nothing
is not imported.

What is known lies in ``.cache/seen.json``; a clean checkout knows nothing, and runs all
tests.
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

from publish.outputs.reach import Name, Package, take_apart

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
EVERYTHING, CODE = "everything", "code"
PUBLISHED = ("docs/", "evidence/", "snippets/")  # and no code, but for docs/assets
TOLD = re.compile(re.escape(str(ROOT)) + r"[\w./-]*")
STARTS = {"subprocess.Popen", "os.posix_spawn", "os.fork", "os.system", "os.exec"}

Reads = set[str]
watching: list[Reads] = []  # the innermost is written to
started = time.time()
SYSTEM = platform.platform()  # now: it starts a process, which no test did


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
        away = event == "subprocess.Popen" and _is_away(args[1], args[2])
        watching[-1].add(CODE if away else EVERYTHING)


def _is_away(command: Any, folder: Any) -> bool:
    """Whether a process starts where no pages are, and is told of none."""
    words = [command] if isinstance(command, str) else map(str, command)
    told = [place for word in words for place in TOLD.findall(word)]
    return not any(map(_has_pages, [folder or ".", *told]))


def _has_pages(place: Any) -> bool:
    name = _inside(place)
    return name is not None and (name == "." or _is_read(f"{name}/"))


def _is_read(name: str) -> bool:
    """Whether a file is for readers, or a folder has such files."""
    shown = name.startswith(PUBLISHED) and not name.startswith("docs/assets/")
    return shown or name.endswith(".md")


def _inside(path: Any) -> str | None:
    """The path relative to the checkout; None if it is elsewhere."""
    try:
        name = os.path.relpath(path or ".", ROOT)
    except (TypeError, ValueError):  # a number of a file; another drive
        return None
    if "__path_hook__" in name:  # what setuptools lays on the path, and no folder
        return None
    path = Path(name)
    if not ELSEWHERE.isdisjoint(path.parts):
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

    def __init__(self, config: pytest.Config) -> None:
        self.leave_out: bool = config.getoption("unseen")
        self.marks: str = config.getoption("markexpr")
        self.known: dict[str, Any] = _read()
        reached.update(self.known["reached"].get(_content(CODE), {}))
        self.passed: dict[str, list[str]] = {}
        self.failed: set[str] = set()
        self.by_module: dict[str, Reads] = {}
        self.tests: dict[str, list[str]] = {}  # by file, all that are asked for

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """A file is not imported if all its tests passed, and it still has the same."""
        file = _inside(collection_path) or ""
        known = self.known["files"].get(self.marks, {})
        if not self.leave_out or file not in known:
            return None
        tests, reads, expected = known[file]
        same = listing(file, reads) == expected
        return True if same and all(map(self.is_known, tests)) else None

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, Any, Any]:
        with Watch() as reads:
            report = yield
        # Of its imports see `_reached`: who is first is told of all files.
        mine = {name for name in reads if not name.endswith((".py", EVERYTHING, CODE))}
        self.by_module.setdefault(collector.nodeid, set()).update(mine)
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Generator[None, Any, Any]:
        with Watch() as reads:
            made = yield
        # A browser or a site that serves many tests was not started by one of them.
        shared = fixturedef.scope != "function"
        fixturedef.reads = reads - {EVERYTHING, CODE} if shared else reads
        if shared and watching:
            watching[-1].difference_update({EVERYTHING, CODE})
        return made

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        with Watch() as reads:
            done = yield
        if item.nodeid in self.failed:
            return done
        if item.path.suffix == ".md":  # which has a digest of its own
            reads = set()
        else:
            for used in _fixtures(item):
                reads |= getattr(used, "reads", set())
            # Pages read by a file of tests say which there are, not whether one passes.
            listed = self.by_module.get(item.nodeid.partition("::")[0], set())
            reads |= {name for name in listed if not name.endswith((".md", "/"))}
        self.passed[item.nodeid] = sorted(reads)
        return done

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        self.tests.setdefault(item.nodeid.partition("::")[0], [])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.failed.add(report.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        if not self.leave_out:
            return
        for item in items:
            self.tests[item.nodeid.partition("::")[0]].append(item.nodeid)
        if config.getoption("keyword") or "::" in "".join(config.args):
            self.tests.clear()  # these are not all
        seen = [item for item in items if self.is_known(item.nodeid)]
        config.hook.pytest_deselected(items=seen)
        names = {id(item) for item in seen}
        items[:] = [item for item in items if id(item) not in names]

    def is_known(self, test: str) -> bool:
        reads, expected = self.known["tests"].get(test, (None, None))
        return reads is not None and (
            digest(test, self.known["reads"][reads]) == expected
        )

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.leave_out and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            session.exitstatus = pytest.ExitCode.OK
        if not self.passed and not self.failed and not self.tests:
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
            files = known["files"].setdefault(self.marks, {})
            for file, tests in self.tests.items():
                # What imports `publish` may have been told of pages through another.
                mine = self.by_module.get(file, ())
                reads = [EVERYTHING] if _imports_publish(file) else sorted(mine)
                if not any(map(_is_newer, [file, *reads])):
                    files[file] = tests, reads, listing(file, reads)
            if not _is_newer(CODE):
                known["reached"] = {_content(CODE): reached}
            used = {key for key, _ in known["tests"].values()}
            known["reads"] = {key: known["reads"][key] for key in used}
            KEPT.write_text(json.dumps(known), encoding="utf-8")


def _fixtures(item: Any) -> list[Any]:
    """The fixtures of a test, and theirs."""
    known = item._fixtureinfo.name2fixturedefs
    return [found for name in item.fixturenames for found in known.get(name, ())[-1:]]


def _read() -> dict[str, Any]:
    known = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return {"tests": {}, "reads": {}, "files": {}, "reached": {}, **known}


# --- whether it is as it was ---------------------------------------------------


def digest(test: str, reads: Iterable[str]) -> str:
    """A hash of all that decides whether a test passes."""
    file, _, name = test.partition("::")
    decides = (
        _reached(file, re.split(r"\W", name)[0])
        if file.endswith(".py")
        else _pages()[file]
    )
    parts = [_everywhere(), decides]
    if test.startswith("tests/browser/"):
        parts.append(_chromium())
    return _hash([*parts, *(f"{name} {_content(name)}" for name in reads)])


def listing(file: str, reads: Iterable[str]) -> str:
    """A hash of all that decides which tests a file has, beside what they reach."""
    return _hash(_content(name) for name in (file, *reads))


@cache
def _everywhere() -> str:
    parts = [SYSTEM, sys.version]
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
    if name in (EVERYTHING, CODE):
        return _hash(f"{f} {_content(f)}" for f in sorted(_files_of(name)))
    path = ROOT / name
    if path.is_file():
        return hashlib.sha256(path.read_bytes()).hexdigest()
    if path.is_dir():
        return " ".join(sorted(entry.name for entry in path.iterdir()
                               if entry.name != "__pycache__"))  # fmt: skip
    return "missing"


def _files_of(name: str) -> list[str]:
    return [f for f in _all_files() if name == EVERYTHING or not _is_read(f)]


@cache
def _all_files() -> list[str]:
    found = []
    for folder, folders, files in os.walk(ROOT):
        here = Path(folder).relative_to(ROOT)
        folders[:] = [name for name in folders if name not in _not_sources(here)]
        found += [(here / name).as_posix() for name in files]
    return found


def _not_sources(folder: Path) -> set[str]:
    made = {"site", "site-zensical", "dist", "mutants"} if folder == Path() else set()
    return ELSEWHERE | {"__pycache__"} | made


@cache
def _is_newer(name: str) -> bool:
    if name in (EVERYTHING, CODE):
        return any(map(_is_newer, _files_of(name)))
    path = ROOT / name
    return path.is_file() and path.stat().st_mtime > started


@cache
def _pages() -> dict[str, str]:
    """By page, a hash of all that decides whether it passes."""
    from publish.check import digests
    from publish.outputs.results import Outputs
    from publish.pages.numbers import read_ledger
    from publish.project import Project

    project = Project(ROOT)
    found = digests(Outputs(project), read_ledger(project))
    return {f"docs/{page}": digest for page, digest in found.items()}


class Code(Package):
    """Tests and what they reach of the package."""

    @cache  # noqa: B019 (there is one)
    def _leads_to(self, name: Name) -> list[Name]:
        """Fixtures, too, by the names of arguments and in strings."""
        found = [*super()._leads_to(name)]
        if not name[0].startswith("tests.") or name[0] not in self.files:
            return found
        nodes = [n for one in self._statements(name) for n in ast.walk(one)]
        used = {n.arg for n in nodes if isinstance(n, ast.arg)}
        used |= {str(n.value) for n in nodes if isinstance(n, ast.Constant)}
        for module in _with_conftests(name[0]):
            known = self.module(module).definitions.keys()
            found += [(module, name) for name in used & known]
        return found

    @cache  # noqa: B019 (there is one)
    def always(self, module: str) -> list[Name]:
        """What pytest calls unasked."""
        return [
            (module, name)
            for name, statement in self.module(module).definitions.items()
            if CALLED.match(name) or "autouse" in ast.dump(statement)
        ]


CALLED = re.compile(r"pytest|setup|teardown")
# In the code of tests: they look at errors; they look at sources.
WORDS = re.compile(r"\b(raises|ExceptHandler|suppress|warns)\b")
SOURCES = re.compile(r"\b(inspect|getsource|getdoc|signature|__doc__)\b")
code = Code(ROOT / "attention", ROOT / "benchmarks", ROOT / "tests")
reached: dict[str, str] = {}  # by test, what `_reached` found while code was as it is


@cache
def _with_conftests(module: str) -> list[str]:
    """A module of tests, and what pytest reads before it."""
    parts = module.split(".")
    above = [".".join([*parts[:n], "conftest"]) for n in range(1, len(parts))]
    return [name for name in (module, *above) if name in code.files]


def _reached(file: str, test: str) -> str:
    """A hash of the definitions that a test reaches."""
    place = f"{file}::{test}"
    if place not in reached:
        reached[place] = _reaches(file, test)
    return reached[place]


def _reaches(file: str, test: str) -> str:
    module = _module(file)
    if module not in code.files:
        return "missing"
    function = test if test in code.module(module).definitions else ""
    places = _with_conftests(module)
    unasked = [name for place in places for name in code.always(place)]
    found = code.reached_from([(module, function), *unasked])
    ours = {name for name in found if name[0] in code.files}
    package = {name for name in ours if name[0].startswith("attention")}
    parts = code.texts(ours - package)
    said = "\n".join(parts)
    parts += code.texts(package, words=WORDS.search(said) is not None)
    files = _of_publish({f"{m}.{n}" for m, n in found} | {m for m, _ in found})
    if SOURCES.search(said):
        files |= {name for name in _all_files() if name.startswith("attention/")}
    return _hash([*parts, *(f"{name} {_content(name)}" for name in sorted(files))])


def _hash(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _module(file: str) -> str:
    return file.removesuffix(".py").replace("/", ".")


def _imports_publish(file: str) -> bool:
    return any(
        m.startswith("publish") for m, _ in code.reached_from([(_module(file), "")])
    )


def _of_publish(modules: Iterable[str]) -> set[str]:
    """The files of `publish` by these names, and those that they import."""
    waiting, found = list(modules), set()
    while waiting:
        name = waiting.pop()
        if name.partition(".")[0] == "publish":
            for end in (".py", "/__init__.py"):
                file = f"{name.replace('.', '/')}{end}"
                if file not in found and (ROOT / file).is_file():
                    found.add(file)
                    waiting += _imported(file)
    return found


@cache
def _imported(file: str) -> list[str]:
    """The names of modules, or of what is in them, that a file imports."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    imports = take_apart(tree).imports.values()
    return [*(m for m, _ in imports), *(f"{m}.{n}" for m, n in imports)]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--unseen",
        action="store_true",
        help="leave out tests that passed, if nothing that they read has changed",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Seen(config), "seen")


sys.addaudithook(_heard)
