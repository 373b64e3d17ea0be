"""What a pull request and a release may do on GitHub, beyond what zizmor looks at.

SECURITY.md promises this. `make lint` runs zizmor, which asks for actions pinned by
commit, rights as narrow as can be, and checkouts that keep no credentials.
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS: dict[str, dict[Any, Any]] = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in (ROOT / ".github" / "workflows").iterdir()
}
RELEASE = WORKFLOWS["release"]["jobs"]
# Rights beyond reading the code, by job of the release; no other workflow has any.
RIGHTS = {
    "publish": {"id-token": "write"},
    "deploy": {"pages": "write", "id-token": "write"},
    "colab": {"contents": "write"},
}
# What may touch the wheel on its way to the index. None of it runs code of the course.
BUILDERS = ("python -m pip install --require-hashes ", "python -m uv build ",
            "python -m twine ", "python -m check_wheel_contents ")  # fmt: skip


def runs(job: dict[str, Any]) -> list[str]:
    return [step["run"] for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_reads_the_code_and_keeps_no_results(name: str) -> None:
    workflow = WORKFLOWS[name]
    assert workflow["permissions"] == {"contents": "read"}
    assert "pull_request_target" not in workflow[True]  # YAML's reading of `on`
    rights = {
        k: j["permissions"] for k, j in workflow["jobs"].items() if "permissions" in j
    }
    assert rights == (RIGHTS if name == "release" else {})
    text = (ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8")
    assert "actions/cache" not in text
    assert "secrets." not in text


def test_what_is_published_is_built_without_running_code_of_the_course() -> None:
    commands = runs(RELEASE["build"])
    assert commands
    assert [c for c in commands if not c.startswith(BUILDERS)] == []
    # setuptools would run these.
    assert not (ROOT / "setup.py").exists()
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert {*pyproject["build-system"]} == {"requires", "build-backend"}
    assert "dynamic" not in pyproject["project"]


@pytest.mark.parametrize("name", RIGHTS)
def test_a_job_with_rights_has_no_code_of_the_course(name: str) -> None:
    uses = [step.get("uses", "") for step in RELEASE[name]["steps"]]
    assert not any(action.startswith("actions/checkout") for action in uses)
    assert not any(
        "make" in command or "python" in command for command in runs(RELEASE[name])
    )


def test_nothing_is_published_before_everything_has_passed() -> None:
    assert {*RELEASE["publish"]["needs"]} == {"tests", "build", "rehearse", "site"}
    assert (RELEASE["deploy"]["needs"], RELEASE["colab"]["needs"]) == (
        "publish",
        "deploy",
    )


def test_the_gpu_runner_takes_no_code_from_a_fork() -> None:
    condition = WORKFLOWS["gpu"]["jobs"]["test-gpu"]["if"]
    assert "head.repo.full_name == github.repository" in condition
