"""The workflows call make, and let nothing out that was not tried."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
TEXTS = {
    path.stem: path.read_text(encoding="utf-8")
    for path in (ROOT / ".github" / "workflows").glob("*.yml")
}
FILES: dict[str, Any] = {name: yaml.safe_load(text) for name, text in TEXTS.items()}
JOBS: dict[str, dict[str, Any]] = {name: FILES[name]["jobs"] for name in FILES}
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
each_workflow = pytest.mark.parametrize("name", TEXTS)


def does(job: dict[str, Any], what: str) -> bool:
    """Whether a job runs a command, or uses an action or a workflow."""
    parts = [job, *job.get("steps", [])]
    done = [part.get("run") or part.get("uses", "").split("@")[0] for part in parts]
    return what in done


def before(name: str) -> set[str]:
    """The jobs of a release without whose success another one does not begin."""
    needs = JOBS["release"][name].get("needs", [])
    direct = {needs} if isinstance(needs, str) else set(needs)
    return direct.union(*map(before, direct))


@each_workflow
def test_a_job_runs_make_targets_that_exist_and_actions_pinned_by_commit(name: str):
    commands = re.findall(r"run: (.*)", TEXTS[name])
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
    for command in commands:  # nothing that a stranger writes is put into one
        assert re.fullmatch(r"make( [a-z-]+| TORCH=cuda)+", command)
        assert set(re.findall(r" ([a-z-]+)", command)) <= targets
    uses = re.findall(r"uses: (?!\./)(.*)", TEXTS[name])
    pinned = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert commands
    assert [use for use in uses if not pinned.fullmatch(use)] == []


@each_workflow
def test_code_of_ours_may_read_the_code_and_nothing_else(name: str):
    assert FILES[name]["permissions"] == {"contents": "read"}
    assert not re.search(r"secrets\.|GITHUB_TOKEN|github\.token|_target", TEXTS[name])
    for job in JOBS[name].values():
        steps = job.get("steps", [])
        out = [s for s in steps if s.get("uses", "").startswith("actions/checkout@")]
        assert all(step["with"]["persist-credentials"] is False for step in out)
        assert not ("permissions" in job and (out or any("run" in s for s in steps)))


def test_ci_runs_everything_on_each_platform_with_the_first_python_and_the_last():
    ci = JOBS["ci"]
    assert does(ci["test"], "make test")
    assert does(ci["blocks"], "make blocks")
    assert does(ci["oldest"], "make oldest")
    # The Makefile knows which is the last that has a torch.
    first, last = re.findall(r"\(3, (\d+)", MAKEFILE)
    matrices = [ci[name]["strategy"]["matrix"] for name in ("test", "blocks")]
    for matrix in matrices:
        assert matrix["python"] == [f"3.{first}", f"3.{int(last) - 1}"]
    cells = len(matrices[0]["runner"]) * len(matrices[0]["python"])
    without = [c for c in matrices[0]["include"] if c["without"] == "browser"]
    assert len(without) < cells  # a browser is driven somewhere
    runners = " ".join(runner for matrix in matrices for runner in matrix["runner"])
    for platform in ("ubuntu", "arm", "macos", "windows"):
        assert platform in runners


def test_only_a_tag_releases_what_was_tested_and_tried_and_then_the_site():
    release = JOBS["release"]
    assert FILES["release"][True] == {"push": {"tags": ["v*"]}}
    outlets = "pypa/gh-action-pypi-publish", "actions/deploy-pages"
    for name, jobs in JOBS.items():
        publishing = [any(does(job, out) for job in jobs.values()) for out in outlets]
        assert publishing == [name == "release"] * 2
    publish, deploy = (n for out in outlets for n in release if does(release[n], out))
    assert publish in before(deploy)
    for what in ("./.github/workflows/ci.yml", "make rehearse", "make site"):
        assert any(does(release[name], what) for name in before(publish)), what
    # A condition such as always() begins a job whatever the others did.
    for text in (TEXTS["ci"], TEXTS["release"]):
        assert not re.search(r"^ *-? *(if|continue-on-error):", text, re.MULTILINE)
    (tried,) = (job for job in release.values() if does(job, "make rehearse"))
    run, upload = tried["steps"][-2:]
    assert run == {"run": "make rehearse", "env": {"TAG": "${{ github.ref_name }}"}}
    taken = release[publish]["steps"][0]
    assert taken["with"]["path"] == upload["with"]["path"] == "dist/"


def test_code_from_a_fork_does_not_reach_our_own_runner():
    (job,) = JOBS["gpu"].values()
    assert "pull_request.head.repo.full_name == github.repository" in job["if"]
