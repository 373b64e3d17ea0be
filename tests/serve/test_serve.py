"""`make serve` follows what is edited: each save shows within two seconds."""

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

from publish.build import HOME
from tests.course_of_one_page import Course

LIMIT = 2.0
PORT = 8765


@pytest.fixture
def served(course: Course) -> Iterator[Callable[[], str]]:
    """The course of one page, served; call it for the page as it is now."""
    settings = course.root / "mkdocs.yml"
    settings.write_text(
        settings.read_text() + yaml.safe_dump({"dev_addr": f"127.0.0.1:{PORT}"})
    )
    server = subprocess.Popen(
        [sys.executable, "-m", "publish", "serve"],
        cwd=course.root,
        env={**os.environ, "PYTHONPATH": str(HOME)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
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


def wait_for(page: Callable[[], str], words: str, limit: float) -> float:
    """Seconds until the page has ``words``."""
    started = time.monotonic()
    while time.monotonic() - started < limit:
        try:
            if words in page():
                return time.monotonic() - started
        except OSError:
            pass  # the server is not up yet
        time.sleep(0.05)
    raise AssertionError(f"{words!r} was not shown within {limit} s")


@pytest.mark.slow
def test_a_saved_page_snippet_or_module_shows_within_two_seconds(
    course: Course, served: Callable[[], str]
) -> None:
    assert "pending" not in served()
    course.edit("docs/part/page.md", "The sum is", "Their sum is")
    assert wait_for(served, "Their sum is", 10) < LIMIT

    course.edit("snippets/part/page/solution.py", "len(tokens)", "len(tokens), 'words'")
    assert wait_for(served, "6 words", 10) < LIMIT
    assert "pending" in served()

    course.edit("attention/example.py", "[0.05, 0.80, 0.55],", "")
    assert wait_for(served, "torch.Size([5, 3])", 10) < LIMIT
    stored = Path(course.root, "snippets/part/page/nested.out").read_text()
    assert "6, 3" in stored
