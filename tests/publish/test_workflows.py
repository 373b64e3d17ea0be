"""The workflows call make, and nothing they use can change under them."""

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
CI = ROOT / ".github" / "workflows" / "ci.yml"
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE)

each_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)


def jobs(path: Path) -> dict[str, Any]:
    return yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]


def on(path: Path) -> dict[str, Any]:
    """What starts a workflow (yaml reads the key `on` as true)."""
    return yaml.safe_load(path.read_text(encoding="utf-8"))[True]


def steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in jobs(path).values() for step in job.get("steps", [])]


def test_there_are_workflows_for_tests_gpu_and_releases() -> None:
    assert {path.stem for path in WORKFLOWS} == {"ci", "gpu", "release"}


@each_workflow
def test_every_action_is_pinned_by_commit_with_its_version_beside_it(
    path: Path,
) -> None:
    uses = re.findall(r"uses: *(.*)", path.read_text(encoding="utf-8"))
    pinned = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    ours = {f"./.github/workflows/{other.name}" for other in WORKFLOWS}
    assert [use for use in uses if use not in ours and not pinned.fullmatch(use)] == []


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
    releases = {
        "publish": {"id-token": "write"},
        "deploy": {"pages": "write", "id-token": "write"},
    }
    assert more == (releases if path.stem == "release" else {})
    # No code of ours runs where more is allowed.
    assert not any("run" in step for job in more for step in jobs(path)[job]["steps"])
    assert "checkout" not in str([jobs(path)[job] for job in more])
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
    own = [job for job in jobs(path).values() if "steps" in job]
    assert all("timeout-minutes" in job for job in own)


@each_workflow
def test_nothing_that_a_stranger_writes_is_put_into_a_command(path: Path) -> None:
    for step in steps(path):
        assert "${{" not in step.get("run", "")
    # What is put elsewhere is ours: the matrix, the name of a branch or a tag.
    used = set(re.findall(r"\$\{\{ *([^} ]+)", path.read_text(encoding="utf-8")))
    assert used <= {
        "github.event_name", "github.ref", "github.ref_name", "matrix.python",
        "matrix.runner", "matrix.without", "steps.deployment.outputs.page_url",
    }  # fmt: skip


@each_workflow
def test_what_a_pull_request_starts_has_no_secret(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    triggers = set(on(path))
    assert triggers <= {"pull_request", "push", "workflow_dispatch", "workflow_call"}
    assert not re.search(r"github\.token|GITHUB_TOKEN", text)
    if "pull_request" in triggers:
        assert "permissions" not in "".join(map(str, jobs(path).values()))


def test_only_downloads_of_pip_are_cached_and_none_for_what_is_released() -> None:
    """pip takes from its cache, too, only files whose hash is in a lock."""
    for path in WORKFLOWS:
        assert "actions/cache" not in path.read_text(encoding="utf-8")
        settings = [step.get("with", {}) for step in steps(path)]
        caches = [given for given in settings if "cache" in given]
        assert all(given["cache"] == "pip" for given in caches)
        locks = {lock for c in caches for lock in c["cache-dependency-path"].split()}
        assert all((ROOT / lock).is_file() for lock in locks)
        assert bool(caches) == (path.stem == "ci")


def test_every_platform_runs_the_blocks_on_the_first_python_and_the_last() -> None:
    ci = jobs(CI)
    runs = {name: job["steps"][-1].get("run") for name, job in ci.items()}
    assert "make test" in [step.get("run") for step in ci["test"]["steps"]]
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


def test_a_browser_is_driven_in_one_cell_of_the_matrix() -> None:
    (test,) = (
        job
        for job in jobs(CI).values()
        if "make test" in [step.get("run") for step in job["steps"]]
    )
    (step,) = (step for step in test["steps"] if step.get("run") == "make test")
    assert step["env"] == {"WITHOUT": "${{ matrix.without }}"}
    matrix = test["strategy"]["matrix"]
    cells = set(product(matrix["runner"], matrix["python"]))
    without = {
        (cell["runner"], cell["python"])
        for cell in matrix["include"]
        if cell["without"] == "browser"
    }
    assert without < cells
    assert len(cells - without) == 1


# --- a release ------------------------------------------------------------------------

RELEASE = ROOT / ".github" / "workflows" / "release.yml"


def before(release: dict[str, Any], name: str) -> set[str]:
    """The jobs without whose success a job does not begin."""
    needs = release[name].get("needs", [])
    direct = {needs} if isinstance(needs, str) else set(needs)
    return direct.union(*(before(release, need) for need in direct))


def does(job: dict[str, Any], what: str) -> bool:
    """Whether a job runs a command, or uses an action or a workflow."""
    parts = [job, *job.get("steps", [])]
    return any(
        what == part.get("run") or what in part.get("uses", "") for part in parts
    )


def out_of_order(release: dict[str, Any]) -> list[str]:
    """What a release would publish or deploy before it has succeeded elsewhere."""
    (publish,) = (
        n for n, job in release.items() if does(job, "gh-action-pypi-publish")
    )
    (deploy,) = (n for n, job in release.items() if does(job, "actions/deploy-pages"))
    found = [
        f"{name} does not wait for: {what}"
        for name in (publish, deploy)
        for what in ("./.github/workflows/ci.yml", "make rehearse", "make site")
        if not any(does(release[need], what) for need in before(release, name))
    ]
    if publish not in before(release, deploy):
        found.append("the site is deployed without the package that it names")
    # A condition such as always() begins a job whatever the others did.
    found += [f"{n}: {k}" for n in release for k in EXCEPTIONS & release[n].keys()]
    return found


EXCEPTIONS = {"if", "continue-on-error"}


def test_a_release_publishes_after_its_tests_and_deploys_after_it_published() -> None:
    assert out_of_order(jobs(RELEASE)) == []
    assert EXCEPTIONS.isdisjoint(re.findall(r"[\w-]+(?=:)", CI.read_text("utf-8")))
    assert "workflow_call" in on(CI)


def alone(release: dict[str, Any]) -> None:
    del release["deploy"]["needs"]


def untested(release: dict[str, Any]) -> None:
    release["publish"]["needs"].remove("tests")


def always(release: dict[str, Any]) -> None:
    release["publish"]["if"] = "always()"


def unrehearsed(release: dict[str, Any]) -> None:
    release["rehearse"]["steps"] = release["site"]["steps"]


@pytest.mark.parametrize("spoil", [alone, untested, always, unrehearsed])
def test_a_release_in_another_order_is_noticed(
    spoil: Callable[[dict[str, Any]], None],
) -> None:
    release = jobs(RELEASE)
    spoil(release)
    assert out_of_order(release)


def test_only_a_tag_releases_and_nothing_else_publishes_or_deploys() -> None:
    assert on(RELEASE) == {"push": {"tags": ["v*"]}}
    for path in set(WORKFLOWS) - {RELEASE}:
        assert not re.search("pypi-publish|pages", path.read_text(encoding="utf-8"))


def test_what_is_uploaded_is_what_was_tried() -> None:
    release = jobs(RELEASE)
    (tried,) = (job for job in release.values() if does(job, "make rehearse"))
    uses = [step.get("uses", step.get("run", "")) for step in tried["steps"]]
    run, upload = uses.index("make rehearse"), len(uses) - 1
    assert run == upload - 1
    assert "upload-artifact" in uses[upload]
    given, (taken, to_pypi) = (
        tried["steps"][upload]["with"],
        release["publish"]["steps"],
    )
    assert "download-artifact" in taken["uses"]
    assert taken["with"] == {key: given[key] for key in ("name", "path")}
    assert given["path"] == "dist/"
    assert "with" not in to_pypi  # which takes dist/, and asks for no token
    assert tried["steps"][run]["env"] == {"TAG": "${{ github.ref_name }}"}


def test_code_from_a_fork_does_not_reach_our_own_runner() -> None:
    (job,) = jobs(ROOT / ".github" / "workflows" / "gpu.yml").values()
    assert job["runs-on"] == ["self-hosted", "gpu"]
    assert "pull_request.head.repo.full_name == github.repository" in job["if"]


def test_the_ci_script_calls_make_test() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert script[-1] == "exec make test"
