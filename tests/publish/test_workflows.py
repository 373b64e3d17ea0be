"""The workflows call make, and nothing they use can change under them."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE)

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
        make, *words = command.split()
        targets = [word for word in words if "=" not in word]
        assert make == "make"
        assert targets
        assert set(targets) <= set(TARGETS)
        assert set(words) - set(targets) <= {"TORCH=cuda"}
    assert all("timeout-minutes" in job for job in jobs(path).values())


@each_workflow
def test_nothing_that_a_stranger_writes_is_put_into_a_command(path: Path) -> None:
    for step in steps(path):
        assert "${{" not in step.get("run", "")
    # What is put elsewhere is ours: the matrix, the branch's name as a group's.
    used = set(re.findall(r"\$\{\{ *([^} ]+)", path.read_text(encoding="utf-8")))
    assert used <= {
        "github.event_name", "github.ref", "matrix.python", "matrix.runner",
        "steps.deployment.outputs.page_url",
    }  # fmt: skip


@each_workflow
def test_what_a_pull_request_starts_has_no_secret_and_no_shared_cache(
    path: Path,
) -> None:
    text = path.read_text(encoding="utf-8")
    # (yaml reads the key `on` as true)
    triggers = set(yaml.safe_load(text)[True])
    assert triggers <= {"pull_request", "push", "workflow_dispatch"}
    assert not re.search(r"github\.token|GITHUB_TOKEN|\bcache:|actions/cache", text)
    if "pull_request" in triggers:
        assert "permissions" not in "".join(map(str, jobs(path).values()))


def test_every_platform_runs_the_blocks_on_the_first_python_and_the_last() -> None:
    ci = jobs(ROOT / ".github" / "workflows" / "ci.yml")
    runs = {name: job["steps"][-1].get("run") for name, job in ci.items()}
    assert {"run": "make test"} in ci["test"]["steps"]
    assert (runs["blocks"], runs["oldest"]) == ("make blocks", "make oldest")
    matrices = [ci[name]["strategy"]["matrix"] for name in ("test", "blocks")]
    assert [matrix["runner"] for matrix in matrices] == [
        ["ubuntu-latest", "ubuntu-24.04-arm"],
        ["macos-latest", "windows-latest"],
    ]
    # The Makefile knows which is the last that has a torch.
    first, last = re.findall(r"\(3, (\d+)", MAKEFILE)
    pythons = [f"3.{first}", f"3.{int(last) - 1}"]
    assert [matrix["python"] for matrix in matrices] == [pythons, pythons]


def test_code_from_a_fork_does_not_reach_our_own_runner() -> None:
    (job,) = jobs(ROOT / ".github" / "workflows" / "gpu.yml").values()
    assert job["runs-on"] == ["self-hosted", "gpu"]
    assert "pull_request.head.repo.full_name == github.repository" in job["if"]


def test_the_ci_script_calls_make_test() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert script[-1] == "exec make test"
