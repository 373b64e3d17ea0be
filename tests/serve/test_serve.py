"""`make serve` follows what is edited, and shows what is not accepted yet."""

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml

from publish.hooks.build import HOME
from tests.course_of_one_page import Course

PORT = 8765
INDEX = "search/search_index.json"


@pytest.fixture
def here(course: Course) -> Course:
    """The course of one page, to be served at an address of its own."""
    settings = course.root / "mkdocs.yml"
    settings.write_text(
        settings.read_text() + yaml.safe_dump({"dev_addr": f"127.0.0.1:{PORT}"})
    )
    return course


@contextmanager
def serving(course: Course) -> Iterator[Callable[[], str]]:
    """Serves the course; gives what to call for the page as it is now."""
    said = (course.root / "said").open("w")
    server = subprocess.Popen(
        [sys.executable, "-m", "publish", "serve"],
        cwd=course.root,
        env={**os.environ, "PYTHONPATH": str(HOME)},
        stdout=said,
        stderr=said,
    )
    path = course.config.site_url.split("/", 3)[3]  # pyrefly: ignore

    def page() -> str:
        address = f"http://127.0.0.1:{PORT}/{path}part/page/"
        with urllib.request.urlopen(address, timeout=5) as answer:
            return answer.read().decode()

    try:
        wait_for(page, "The page", 60)
        yield page
    finally:
        server.terminate()
        server.wait(10)
        said.close()


def wait_for(page: Callable[[], str], words: str, limit: float = 30) -> None:
    """Waits until the page has ``words``."""
    started = time.monotonic()
    while time.monotonic() - started < limit:
        try:
            if words in page():
                return
        except OSError:
            pass  # the server is not up yet
        time.sleep(0.05)
    raise AssertionError(f"{words!r} was not shown within {limit} s")


def what_is_saved_is_shown(course: Course, served: Callable[[], str]) -> None:
    assert "pending" not in served()
    assert f"Serving on http://127.0.0.1:{PORT}/" in (course.root / "said").read_text()
    course.edit("docs/part/page.md", "The sum is", "Saved. The sum is")
    wait_for(served, "Saved. The sum is")
    assert "pending" not in served()

    code = ("len(tokens)", "len(tokens), 'words'")
    course.edit("snippets/part/page/solution.py", *code)
    wait_for(served, "6 words")
    assert "pending" in served()

    row = ("  # your\n", "  # your\n        [0.0, 0.0, 0.0],\n")
    course.edit("attention/examples/sentence.py", *row)
    wait_for(served, "torch.Size([7, 3])")
    stored = Path(course.root, "snippets/part/page/nested.out").read_text()
    assert "6, 3" in stored, "what is stored changes when it is accepted, not before"


@pytest.mark.slow
def test_what_is_saved_is_shown_and_the_next_server_builds_only_what_changed(
    here: Course,
) -> None:
    pages = [
        here.root / ".cache" / "served" / name for name in ("part/page", "verified")
    ]

    def built() -> list[int]:
        return [(page / "index.html").stat().st_mtime_ns for page in pages]

    with serving(here) as served:
        what_is_saved_is_shown(here, served)
        first = built()
    here.edit("docs/part/page.md", "The sum is", "Meanwhile. The sum is")
    with serving(here) as served:
        assert "Meanwhile. The sum is" in served()
        second = built()
        assert second[0] > first[0]
        assert second[1] == first[1]
        index = json.loads(pages[0].parents[1].joinpath(INDEX).read_text())["docs"]
        found = {entry["location"].partition("#")[0] for entry in index}
        fixes = "mistakes/your-number/"
        assert found == {"", "contribute/", fixes, "part/page/", "verified/"}
    here.edit("docs/verified.md", "title: ", "title: Now ")
    with serving(here):
        third = built()
    assert third[0] > second[0], "its navigation has the other's title"
