"""What a rehearsal tries, and that it notices what is wrong."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from publish.export.index import entries
from publish.project import Project
from publish.release import rehearsal
from publish.release.environment import applicable, closure, locked, only_from
from publish.release.reader import Reader, imported


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    """This Python, from an empty folder; -I leaves the checkout out."""
    return Reader(Path(sys.executable), tmp_path)


def test_blocks_are_chosen_from_every_part_and_for_every_way_to_install(
    project: Project,
) -> None:
    every = entries(project)
    blocks = rehearsal.chosen(every)
    assert len(blocks) >= rehearsal.FEWEST
    parts = {b["id"].partition("/")[0] for b in every if imported(b) and b["stdout"]}
    assert {block["id"].partition("/")[0] for block in blocks} == parts
    code = "\n".join(block["code"] for block in blocks)
    ways = {line for b in every for line in re.findall("# pip.*verified.*", b["code"])}
    assert ways == set(re.findall("# pip.*", code))
    assert all(block["stdout"] and not block["raises"] for block in blocks)


def block(code: str, stdout: str) -> dict[str, str]:
    return {"id": "part/page/idea", "code": code, "stdout": stdout}


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("print(0.5001)", []),
        ("print(0.5003)", ["expected '0.5001', got '0.5003'"]),
        ("print(0.5001, end='')", []),
        ("print(0.5001)\nprint()\nprint(1)", ["expected '', got '1'"]),
        ("raise ValueError(7)", ["ValueError: 7"]),
        ("import publish", ["No module named 'publish'"]),
    ],
)
def test_a_block_that_prints_something_else_fails(
    reader: Reader, code: str, wrong: list[str]
) -> None:
    found = "\n".join(reader.check_block(block(code, "0.5001")))
    assert bool(found) == bool(wrong)
    assert all(line in found for line in wrong)


def test_what_is_not_installed_or_cannot_start_fails(reader: Reader) -> None:
    assert reader.check_version("pytest", "0.0.1") == [
        f"pytest {pytest.__version__} is installed, not 0.0.1"
    ]
    assert reader.check_version("pytest", pytest.__version__) == []
    assert "installed, not 1" in reader.check_version("no-such-package", "1")[0]
    assert "No module named" in reader.check_command("-m", "no_such_module")[0]


def test_a_package_comes_with_all_that_it_needs_from_the_lock(
    project: Project,
) -> None:
    lines = ["torch>=2.7", "jaxtyping>=0.3", 'matplotlib>=3.9; extra == "plot"']
    bare, plot = (applicable(lines, extras) for extras in ([""], ["", "plot"]))
    assert {"torch", "jaxtyping", "sympy", "mpmath"} <= closure(bare)
    assert closure(plot) - closure(bare) >= {"matplotlib", "pillow"}
    chosen = locked(project.root, closure(plot) - {"torch"})
    names = re.findall(r"^([a-z0-9-]+)==", chosen, re.MULTILINE)
    assert set(names) == closure(plot) - {"torch"}
    assert chosen.count("--hash=sha256:") >= len(names)


def test_a_package_that_no_lock_has_stops_it(project: Project) -> None:
    with pytest.raises(SystemExit, match="no lock of ours has it"):
        closure([Requirement("no-such-package")])
    with pytest.raises(SystemExit, match="in no lock of ours: no-such-package"):
        locked(project.root, {"no-such-package"})


def test_pip_is_given_the_files_of_a_folder_and_no_index(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PIP_EXTRA_INDEX_URL", "https://example.org")
    pips = {n: v for n, v in only_from(tmp_path).items() if n.startswith("PIP_")}
    assert pips.keys() == {"PIP_NO_INDEX", "PIP_FIND_LINKS", "PIP_CONFIG_FILE"}


def test_nothing_is_built_of_what_is_not_committed(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rehearsal.dist, "uncommitted", lambda root: [" M README.md"])
    monkeypatch.setattr(rehearsal.Rehearsal, "build", lambda self: ["built"])
    found = rehearsal.Rehearsal(project, None, tmp_path).run()
    assert found == ["a release is made of what is committed:  M README.md"]


def test_a_command_that_fails_ends_it(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(self: rehearsal.Rehearsal) -> list[str]:
        subprocess.run([sys.executable, "-c", "raise SystemExit(3)"], check=True)
        return []

    monkeypatch.setattr(rehearsal.dist, "uncommitted", lambda root: [])
    monkeypatch.setattr(rehearsal.Rehearsal, "build", fails)
    monkeypatch.setattr(rehearsal.Rehearsal, "install", lambda self: ["installed"])
    (found,) = rehearsal.Rehearsal(project, None, tmp_path).run()
    assert "non-zero exit status 3" in found
