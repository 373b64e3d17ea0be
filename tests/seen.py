"""What passed is not tried again until something that it read has changed.

With ``--unseen``, as `make test` and `make check` call pytest, a test is left out if it
passed before and all is as it was then:

- the definitions that it reaches by name in its module, in what that imports of
  ``tests``, ``benchmarks`` and `attention`, and of ``publish`` whole files; a fixture
  is reached by the name of an argument. If it looks at no error, the words of those
  that are raised do not count;
- each file of the checkout that was opened, and each folder that was listed, while the
  test ran or one of its fixtures was made. The server of the browser's tests is in this
  process, so what a page asked for is known, too. Whether a page marks its blocks as
  checked does not count: an edit of the package changes that on all pages;
- settings and locks (`EVERYWHERE`), Python and the system; for the browser's tests,
  which Chromium there is. Its fonts come with a package that is locked.

A test that starts a process counts as having read everything; but for pages, snippets
and evidence, if the process neither starts where they are nor is told of them. A block
of a page has the digest of its page (tests/as_it_was.py). A file that would add nothing
is not imported.

What is known lies in ``.cache/seen.json``; a clean checkout knows nothing, and runs all
tests.
"""

import hashlib
import json
import os
import re
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from tests.as_it_was import (
    CODE,
    EVERYTHING,
    ROOT,
    content,
    digest,
    imports_publish,
    inside,
    is_newer,
    is_read,
    listing,
    reached,
)

KEPT = ROOT / ".cache" / "seen.json"
TOLD = re.compile(re.escape(str(ROOT)) + r"[\w./-]*")
STARTS = {"subprocess.Popen", "os.posix_spawn", "os.fork", "os.system", "os.exec"}

Reads = set[str]
watching: list[Reads] = []  # the innermost is written to


def _heard(event: str, args: tuple[Any, ...]) -> None:
    """Notes what is opened, listed or started, as Python tells its auditors."""
    if not watching:
        return
    if event == "open" and isinstance(args[0], str):
        writes = args[2] & (os.O_WRONLY | os.O_RDWR) if args[2] else False
        if not writes and (name := inside(args[0])):
            watching[-1].add(name)
    elif event in ("os.listdir", "os.scandir") and (name := inside(args[0])):
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
    name = inside(place)
    return name is not None and (name == "." or is_read(f"{name}/"))


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
        reached.update(self.known["reached"].get(content(CODE), {}))
        self.passed: dict[str, list[str]] = {}
        self.failed: set[str] = set()
        self.by_module: dict[str, Reads] = {}
        self.tests: dict[str, list[str]] = {}  # by file, all that are asked for

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """A file is not imported if all its tests passed, and it still has the same."""
        file = inside(collection_path) or ""
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
                if any(map(is_newer, reads)):  # than what the test may have read
                    continue
                key = hashlib.sha256("\n".join(reads).encode()).hexdigest()[:16]
                known["reads"][key] = reads
                known["tests"][name] = key, digest(name, reads)
            files = known["files"].setdefault(self.marks, {})
            for file, tests in self.tests.items():
                # What imports `publish` may have been told of pages through another.
                mine = self.by_module.get(file, ())
                reads = [EVERYTHING] if imports_publish(file) else sorted(mine)
                if not any(map(is_newer, [file, *reads])):
                    files[file] = tests, reads, listing(file, reads)
            if not is_newer(CODE):
                known["reached"] = {content(CODE): reached}
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


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--unseen",
        action="store_true",
        help="leave out tests that passed, if nothing that they read has changed",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Seen(config), "seen")


sys.addaudithook(_heard)
