"""What passed is left out, until something that it read has changed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = {
    "conftest.py": 'pytest_plugins = ["tests.seen"]\n',
    "pyproject.toml": "[tool.pytest]\npythonpath = ['.']\n",
    "attention/__init__.py": "from attention.masks import hide, refuse\n",
    "attention/masks.py": (
        "def hide(): return 1\ndef show(): return 2\n"
        "def refuse(x):\n    if x: raise ValueError('no')\n"
    ),
    "tests/helper.py": "ONE = 1\nTWO = [2]\n",
    "tests/conftest.py": (
        "import pathlib, pytest\n"
        "@pytest.fixture(scope='session')\n"
        "def page(): return pathlib.Path('page.md').read_text()\n"
    ),
    "tests/test_all.py": (
        "import pathlib, subprocess\n"
        "def test_folder(): assert list(pathlib.Path('docs').iterdir())\n"
        "def test_page(page): assert 'wrong' not in page\n"
        "def test_page_too(page): assert page\n"
        "def test_site(): assert pathlib.Path('site/page.html').read_text()\n"
        "def test_process(): assert subprocess.run(['true'])\n"
        "def away(name):\n"
        "    return subprocess.run(['true', pathlib.Path(name).resolve()], cwd='/')\n"
        "def test_told(): assert away('docs/one.md')\n"
        "def test_away(): assert away('docs/assets/one.js')\n"
    ),
    "tests/test_code.py": (
        "import pytest\nfrom attention import hide, refuse\n"
        "from tests.helper import ONE, TWO\n"
        "@pytest.fixture\ndef one(): return ONE\n"
        "def test_code(one): assert hide() == one\n"
        "def test_passes(): assert not refuse(0)\n"
        "def test_refuses():\n    with pytest.raises(ValueError): refuse(1)\n"
        "@pytest.mark.parametrize('n', TWO)\ndef test_each(n): assert n\n"
    ),
    "page.md": "right\n",
    "site/page.html": '<i class="fresh" aria-label="Checked: one">Checked</i>',
    "docs/one.md": "",
    "docs/assets/one.js": "",
    "other.md": "",
}
TOLD = {"test_process", "test_told"}  # a process, of pages
READ = {"test_folder", "test_page", "test_page_too", *TOLD}
CODE = {"test_code", "test_passes", "test_refuses", "test_each"}
ALL = READ | CODE | {"test_away", "test_site"}


def run(folder: Path, *options: str) -> set[str]:
    """The tests that pytest runs there, without plugins that are not asked for."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "--color=no", "--unseen", *options],
        cwd=folder, capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": str(folder), "PYTEST_ADDOPTS": "",
                          "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return set(re.findall(r"::(test_\w+)", done.stdout))


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small project."""
    for name, text in FILES.items():
        write(tmp_path / name, text)
    for name in ("tests/seen.py", "tests/as_it_was.py"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    (tmp_path / "publish").symlink_to(ROOT / "publish")
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.utime(path, (path.stat().st_mtime - 60,) * 2)  # before the tests begin


@pytest.mark.slow
def test_what_passed_runs_again_once_what_it_read_changes(tree: Path) -> None:
    assert run(tree, "-p", "xdist", "-n", "2") == ALL

    masks = FILES["attention/masks.py"].replace("2", "3").replace("'no'", "'never'")
    write(tree / "attention/masks.py", f"{masks}# nobody calls `show`")
    write(tree / "other.md", "said")
    write(tree / "site/page.html", FILES["site/page.html"].replace("fresh", "stale")
          .replace("Checked", "Not yet checked"))  # fmt: skip
    assert run(tree) == {*TOLD, "test_refuses", "test_away"}, "who passes sees no words"

    write(tree / "attention/masks.py", masks.replace("return 1", "return 0 + 1"))
    write(tree / "page.md", "wrong")
    write(tree / "site/page.html", "Checked")
    changed = {"test_code", "test_away", "test_site"}
    assert run(tree) == READ - {"test_folder"} | changed

    write(tree / "tests/helper.py", "ONE = 2 - 1\nTWO = [2]\n")
    write(tree / "docs/two.md", "")
    os.utime(tree / "docs/two.md", (2**33,) * 2)  # while the tests run
    assert run(tree) == READ - {"test_page_too"} | {"test_code", "test_away"}
    assert run(tree) == {"test_page", *TOLD}, "it failed; it is not kept"

    write(tree / "docs/two.md", "said")
    write(tree / "tests/helper.py", "ONE = 2 - 1\nTWO = [2, 3]\n")
    code = f"{FILES['tests/test_code.py']}def test_new(): 1"
    write(tree / "tests/test_code.py", code)
    assert run(tree, "-k", "each") == {"test_each"}
    again = {"test_page", *TOLD, "test_away", "test_new"}
    assert run(tree) == again, "a file is read again when it changes"
