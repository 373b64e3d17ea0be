"""`make serve` follows what is edited, and shows what is not accepted yet."""

import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml

from tests.course_of_one_page import ENVIRONMENT, Course

PORT = 8765


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
        [sys.executable, "-m", "mkdocs", "serve", "--dirty", "--no-strict"],
        cwd=course.root,
        env=ENVIRONMENT,
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


@pytest.mark.slow
def test_what_is_saved_is_shown_with_outputs_that_are_not_accepted(
    here: Course,
) -> None:
    with serving(here) as served:
        assert "pending" not in served()
        here.edit("docs/part/page.md", "The sum is", "Saved. The sum is")
        wait_for(served, "Saved. The sum is")
        assert "pending" not in served()

        code = ("len(tokens)", "len(tokens), 'words'")
        here.edit("snippets/part/page/solution.py", *code)
        wait_for(served, "6 words")
        assert "pending" in served()

        row = ("  # your\n", "  # your\n        [0.0, 0.0, 0.0],\n")
        here.edit("attention/examples/example_sentence.py", *row)
        wait_for(served, "torch.Size([7, 3])")
        stored = Path(here.root, "snippets/part/page/nested.out").read_text()
        assert "6, 3" in stored, "what is stored changes when it is accepted"
