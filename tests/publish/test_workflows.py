"""The workflows call make, and nothing they use can change under them."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TARGETS = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)

each_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)


def jobs(path: Path) -> dict[str, Any]:
    return yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]


def steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in jobs(path).values() for step in job["steps"]]


def test_there_are_workflows_for_tests_gpu_and_pages() -> None:
    assert {path.stem for path in WORKFLOWS} == {"ci", "gpu", "pages"}


@each_workflow
def test_every_action_is_pinned_by_commit_with_its_version_beside_it(
    path: Path,
) -> None:
    uses = re.findall(r"uses: *(.*)", path.read_text(encoding="utf-8"))
    pinned = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert [line for line in uses if not pinned.fullmatch(line)] == []


def test_one_action_has_one_commit_everywhere() -> None:
    uses = {
        step["uses"] for path in WORKFLOWS for step in steps(path) if "uses" in step
    }
    names = [use.partition("@")[0] for use in uses]
    assert len(names) == len(set(names))


@each_workflow
def test_a_workflow_may_read_the_code_and_nothing_else(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert yaml.safe_load(text)["permissions"] == {"contents": "read"}
    more = {
        name: job["permissions"]
        for name, job in jobs(path).items()
        if "permissions" in job
    }
    deploys = {"deploy": {"pages": "write", "id-token": "write"}}
    assert more == (deploys if path.stem == "pages" else {})
    assert "pull_request_target" not in text
    assert "secrets." not in text


@each_workflow
def test_a_checkout_leaves_no_credentials_behind(path: Path) -> None:
    checkouts = [s for s in steps(path) if "actions/checkout@" in s.get("uses", "")]
    assert checkouts
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)


@each_workflow
def test_a_job_runs_make_targets_that_exist_and_ends_in_time(path: Path) -> None:
    commands = [step["run"] for step in steps(path) if "run" in step]
    assert commands
    for command in commands:
        make, *targets = command.split()
        assert make == "make"
        assert targets
        assert set(targets) <= set(TARGETS)
    assert all("timeout-minutes" in job for job in jobs(path).values())


def test_pull_requests_are_tested_on_two_versions_of_python() -> None:
    ci = ROOT / ".github" / "workflows" / "ci.yml"
    assert jobs(ci)["test"]["strategy"]["matrix"]["python"] == ["3.11", "3.13"]
    assert {"run": "make test"} in steps(ci)


def test_code_from_a_fork_does_not_reach_our_own_runner() -> None:
    (job,) = jobs(ROOT / ".github" / "workflows" / "gpu.yml").values()
    assert job["runs-on"] == ["self-hosted", "gpu"]
    assert "pull_request.head.repo.full_name == github.repository" in job["if"]


def test_the_ci_script_calls_make_test() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert script[-1] == "exec make test"
