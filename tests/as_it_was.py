"""Whether what a test read, and what it reaches, is as it was: hashes of both.

A test reaches definitions by name, as `publish.outputs.reach` follows them, and reads
files, folders, or whatever lies in the checkout: `EVERYTHING`, or all `CODE` of it.
"""

import ast
import hashlib
import os
import platform
import re
import sys
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from publish.outputs.reach import Name, Package, take_apart

ROOT = Path(__file__).resolve().parents[1]
# What decides about every test: settings, versions, and what all tests share.
EVERYWHERE = (
    "pyproject.toml", "mkdocs.yml", "requirements.txt", "requirements",
    "conftest.py", "tests/conftest.py", "tests/seen.py", "tests/as_it_was.py",
    # Named in strings: what each process of blocks begins with, what Node runs.
    "publish/run/preloaded.py", "publish/markdown/typeset.js",
)  # fmt: skip
# Where nothing is read that decides: made by tools, or by the tests.
ELSEWHERE = {"..", ".cache", ".git", ".hypothesis", ".mypy_cache", ".pytest_cache",
             ".ruff_cache", ".venv", ".venv-oldest", "node_modules"}  # fmt: skip
EVERYTHING, CODE = "everything", "code"
PUBLISHED = ("docs/", "evidence/", "snippets/")  # and no code, but for docs/assets
# In a page of the site, the words of a block's mark (publish/markdown/feet.py): they
# change wherever code does that is reached. How both look: tests/browser/test_verified.
MARK = re.compile(
    rb"\b(?:fresh|stale|Not yet checked|Checked(?: on [\w, ]+)?|No run recorded)"
    rb"(?=: [\w-]+\"|<|\" aria-label=)"
)
SYSTEM = platform.platform()  # now: it starts a process, which no test did
started = time.time()


def inside(path: Any) -> str | None:
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


def is_read(name: str) -> bool:
    """Whether a file is for readers, or a folder has such files."""
    shown = name.startswith(PUBLISHED) and not name.startswith("docs/assets/")
    return shown or name.endswith(".md")


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
    return hashed([*parts, *(f"{name} {content(name)}" for name in reads)])


def listing(file: str, reads: Iterable[str]) -> str:
    """A hash of all that decides which tests a file has, beside what they reach."""
    return hashed(content(name) for name in (file, *reads))


@cache
def _everywhere() -> str:
    parts = [SYSTEM, sys.version]
    parts += [content(name) for name in EVERYWHERE]
    return " ".join(parts)


@cache
def _chromium() -> str:
    """Which file that is; an update writes it anew."""
    from tests.browser.chromium import find

    path = Path(find() or "missing")
    about = path.stat() if path.exists() else None
    return f"{path} {about and (about.st_size, about.st_mtime_ns)}"


@cache
def content(name: str) -> str:
    """A hash of a file, of the names in a folder, or of the whole checkout."""
    if name in (EVERYTHING, CODE):
        return hashed(f"{f} {content(f)}" for f in sorted(_files_of(name)))
    path = ROOT / name
    if path.is_file():
        read = path.read_bytes()
        read = MARK.sub(b"", read) if path.suffix == ".html" else read
        return hashlib.sha256(read).hexdigest()
    if path.is_dir():
        return " ".join(sorted(entry.name for entry in path.iterdir()
                               if entry.name != "__pycache__"))  # fmt: skip
    return "missing"


def _files_of(name: str) -> list[str]:
    return [f for f in _all_files() if name == EVERYTHING or not is_read(f)]


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
def is_newer(name: str) -> bool:
    if name in (EVERYTHING, CODE):
        return any(map(is_newer, _files_of(name)))
    path = ROOT / name
    return path.is_file() and path.stat().st_mtime > started


@cache
def _pages() -> dict[str, str]:
    """By page, a hash of all that decides whether it passes."""
    from publish.outputs import store
    from publish.outputs.results import Outputs
    from publish.pages.claims import claims
    from publish.pages.numbers import read_ledger
    from publish.project import Project

    project = Project(ROOT)
    package, accepted = Outputs(project).package, store.read_ledger(project)
    said = read_ledger(project)
    every = [*sorted((ROOT / "publish").rglob("*.py")), ROOT / "mkdocs.yml"]
    glue = [content(inside(file) or "") for file in every]
    found = {}
    for page in project.pages:
        snippets = project.snippets_of(page)
        files = [path for s in snippets for path in (s.path, *store.stored_files(s))]
        files += [ROOT / block.path for block in project.page(page).blocks]
        files = [project.docs / page, *filter(Path.is_file, files)]
        texts = [f"{file.name} {content(inside(file) or '')}" for file in files]
        reached = [(accepted.get(s.id), *package.decisive(s.code)) for s in snippets]
        quoted = said.get(page), claims(project, page)
        found[f"docs/{page}"] = hashed(map(repr, (glue, texts, reached, quoted)))
    return found


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
SOURCES = re.compile(r"(?<![\w-])(inspect|getsource|getdoc|signature|__doc__)\b")
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
    return hashed([*parts, *(f"{name} {content(name)}" for name in sorted(files))])


def hashed(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _module(file: str) -> str:
    return file.removesuffix(".py").replace("/", ".")


def imports_publish(file: str) -> bool:
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
