from pathlib import Path

import pytest

from publish.snapshots.code_dependencies import Package

INIT = "from attention.a import f, h\nfrom attention.b import g\n"
A = '''"""Module."""
from attention.b import g

SCALE = 2


def f(x):
    """Docstring."""
    return g(x) * SCALE


def h(x):
    return x
'''
B = "def g(x):\n    return x + 1\n\n\ndef unused(x):\n    return x\n"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "attention"
    folder.mkdir()
    for name, text in (("__init__", INIT), ("a", A), ("b", B)):
        (folder / f"{name}.py").write_text(text)
    return folder


def digests(folder: Path) -> tuple[str, str]:
    package = Package(folder)
    uses_f = package.digest("from attention import f\nprint(f(1))")
    uses_h = package.digest("from attention import h\nprint(h(1))")
    return uses_f, uses_h


@pytest.mark.parametrize(
    ("module", "old", "new", "changes_f", "changes_h"),
    [
        ("a", "SCALE = 2", "SCALE = 3", True, False),
        ("b", "x + 1", "x - 1", True, False),
        ("a", "    return x\n", "    return -x\n", False, True),
        ("b", "return x\n", "return -x\n", False, False),
        ("a", '"""Docstring."""', '"""Other words."""', False, False),
        ("a", "SCALE = 2", 'SCALE = 2  # more\n"""What x is."""', False, False),
        ("b", "def g", "def __getattr__(name):\n    return 1\n\n\ndef g", True, False),
        ("b", "def g", "import math\nmath.inf.hex()\n\n\ndef g", True, False),
    ],
)
def test_a_change_reaches_those_who_use_it_and_no_others(
    package: Path, module: str, old: str, new: str, changes_f: bool, changes_h: bool
) -> None:
    before = digests(package)
    path = package / f"{module}.py"
    path.write_text(path.read_text().replace(old, new))
    after = digests(package)
    assert (before[0] != after[0], before[1] != after[1]) == (changes_f, changes_h)


CHECKED = """
def f(x):
    if x < 1:
        raise ValueError(f"too small: {x}")
    return x
"""


@pytest.mark.parametrize(
    ("old", "new", "runs"),
    [  # which of them run again: what shows no error, an error twice, the source
        ("too small", "must be larger", (False, True, True, True)),
        ("ValueError", "TypeError", (True, True, True, True)),
        ("return x", "return x  # as it is", (False, False, False, True)),
    ],
)
def test_words_of_errors_decide_where_they_may_be_seen(
    package: Path, old: str, new: str, runs: tuple[bool, ...]
) -> None:
    use = "from attention import f\n"
    codes = (
        f"{use}print(f(1))",
        f"{use}try:\n    f(0)\nexcept ValueError as error:\n    print(error)",
        f"{use}f(0)  # raises ValueError",
        f"{use}import inspect\nprint(inspect.getsource(f))",
    )
    path = package / "a.py"
    path.write_text(CHECKED)
    before = [Package(package).digest(code) for code in codes]
    path.write_text(CHECKED.replace(old, new))
    after = [Package(package).digest(code) for code in codes]
    assert tuple(a != b for a, b in zip(before, after, strict=True)) == runs


def test_importing_the_whole_package_reaches_all_of_it(package: Path) -> None:
    code = "import attention\nattention.f(1)"
    reached = Package(package).reached(code)
    assert {"f", "g", "h", "unused", "SCALE"} <= {name for _, name in reached}


# What one Python writes, or keeps of it, otherwise than another.
QUOTED = """
def f(x, /, *names, w=(), **more):
    "Docstring."
    for name in names:
        yield f"{'.'.join(names)}: {x!r:>{w}} {{}} {more['a']}" "and" r'\\d', b"", 1e16
    return None if x else (yield)
"""


def test_a_digest_is_the_same_in_every_python() -> None:
    digest = Package(Path("nowhere")).digest(QUOTED)
    assert digest[:16] == "85a2f97cb80b168d"


def test_data_decides_for_those_who_ask_where_it_is(package: Path) -> None:
    (package / "a.py").write_text("f = open(__file__ + '.txt').read()")
    data = package / "a.py.txt"
    data.write_text("1")
    codes = [f"from attention.{name}" for name in ("a import f", "b import g")]
    before = [Package(package).digest(code) for code in codes]
    data.write_text("2")
    after = [Package(package).digest(code) for code in codes]
    assert [a != b for a, b in zip(before, after, strict=True)] == [True, False]
