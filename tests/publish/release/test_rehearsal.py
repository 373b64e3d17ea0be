"""What a rehearsal tries, and that it notices what is wrong."""

import sys
from pathlib import Path

import pytest

from publish.project import Project
from publish.release import rehearsal
from publish.release.environment import Environment, only_from
from publish.release.rehearsal import Rehearsal


def test_blocks_are_chosen_from_every_part_and_for_every_way_to_install() -> None:
    uses, plot = "from attention import inputs\n", "# pip install verified[plot]\n"
    codes = {
        "causal/mask/one": uses,
        "causal/mask/last": uses,
        "causal/mask/plot": plot + uses,
        "causal/mask/silent": uses,
        "causal/mask/raises": uses,
        "order/learned/none": "print(1)\n",
        "order/learned/one": uses,
    }
    blocks = [
        {
            "id": name,
            "code": code,
            "stdout": "" if name.endswith("silent") else "1",
            "raises": "ValueError" if name.endswith("raises") else None,
        }
        for name, code in codes.items()
    ]
    chosen = [block["id"] for block in rehearsal.chosen(blocks)]
    assert chosen == ["causal/mask/last", "causal/mask/plot", "order/learned/one"]


class Here(Environment):
    """This Python, from an empty folder; -I leaves the checkout out."""

    def __init__(self, folder: Path) -> None:
        self.python, self.place, self.folder = Path(sys.executable), folder, folder


@pytest.fixture
def rehearsed(project: Project, tmp_path: Path) -> Rehearsal:
    made = Rehearsal(project, None, tmp_path)
    made.environment = Here(made.empty)
    return made


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("print(0.5001)", ""),
        ("print(0.5003)", "expected '0.5001', got '0.5003'"),
        ("print(0.5001, end='')", ""),
        ("raise ValueError(7)", "ValueError: 7"),
        ("import publish", "No module named 'publish'"),
    ],
)
def test_a_block_that_prints_something_else_fails(
    rehearsed: Rehearsal, code: str, wrong: str
) -> None:
    block = {"id": "part/page/idea", "code": code, "stdout": "0.5001"}
    found = rehearsed.check_block(block)
    assert bool(found) == bool(wrong)
    assert wrong in "\n".join(found)


def test_what_is_missing_cannot_start_or_is_left_behind_fails(
    rehearsed: Rehearsal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rehearsal, "ALL_MODULES_AND_MODELS", "import no_such_module")
    assert "No module named 'no_such_module'" in rehearsed.load()[0]
    monkeypatch.setenv("PIP_EXTRA_INDEX_URL", "https://example.org")
    alone = only_from(rehearsed.empty)
    assert "PIP_EXTRA_INDEX_URL" not in alone
    said = rehearsed.environment.pip("install", "no-such-package", env=alone)[-1]
    assert "No matching distribution" in said
    (rehearsed.empty / "left.txt").touch()
    assert rehearsed.leave() == ["written into the folder: left.txt"]


def test_nothing_is_built_of_what_is_not_committed(
    rehearsed: Rehearsal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rehearsal.dist, "uncommitted", lambda root: [" M README.md"])
    monkeypatch.setattr(Rehearsal, "build", lambda self: ["built"])
    found = rehearsed.run()
    assert found == ["a release is made of what is committed:  M README.md"]
