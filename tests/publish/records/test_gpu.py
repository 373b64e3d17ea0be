"""The GPU job, on machines without a GPU: on a device that is pretended."""

import json
from pathlib import Path

import pytest

from publish.outputs import store
from publish.outputs.accept import accept
from publish.outputs.results import Outputs
from publish.project import Project, Snippet
from publish.records import gpu
from publish.records.evidence import Record, loads
from publish.records.gpu import Run
from publish.run.block import on_cpu
from tests.course_of_one_page import Course, snippets_alone

ROOT = Path(__file__).parents[3]
DEVICE = "pretend"
SNIPPETS = {
    "sums": "import torch\n\nprint(torch.tensor([1.0, 2.0]) / 3)\n",
    "raises": "[][0]  # raises IndexError\n",
    "where": (
        "# runs on the CPU: it shows where a tensor is\n"
        "import torch\n\nprint(torch.ones(1).device)\n"
    ),
    "drops": (
        "import torch\n\n"
        "torch.manual_seed(123)\n"
        "print(torch.nn.functional.dropout(torch.ones(6)))\n"
    ),
    "draws": (
        "import matplotlib.pyplot as plt\n"
        "import torch\n"
        "from attention import heatmap\n\n"
        'heatmap(torch.eye(2), rows="ab", columns="cd")\n'
        "plt.show()\n"
    ),
}
# What the device words otherwise: there, the masks are not in one place.
WORDED = (
    "import torch\n\n"
    'here = torch.ones(3, device="cpu")\n'
    "torch.ones(2) + here  # raises RuntimeError: The size of tensor a\n"
)


def test_a_device_that_is_missing_or_unknown_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for device in gpu.BACKENDS:
        monkeypatch.setitem(gpu.BACKENDS, device, lambda: False)
        said = gpu.refusal(device) or ""
        assert said.startswith(f"No {device} device: torch ")
    assert gpu.refusal("tpu") == "DEVICE=tpu is not known; it is cuda or mps."


def test_few_blocks_run_on_the_cpu_alone(project: Project) -> None:
    alone = gpu.cpu_alone(project)
    assert len(alone) <= 0.05 * len(project.snippets), alone


def test_a_block_says_in_a_comment_of_its_own_why_it_runs_on_the_cpu() -> None:
    assert on_cpu(SNIPPETS["where"]) == "it shows where a tensor is"
    assert on_cpu("print(1)  # runs on the CPU: as a remark") is None
    assert on_cpu("# runs on the CPU:\nprint(1)") is None


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    """A few accepted snippets, and the device that is pretended."""
    course = snippets_alone(tmp_path, ROOT, **SNIPPETS)
    accept(course)
    monkeypatch.setattr(gpu, "COMMAND", ["tests.publish.pretend"])
    monkeypatch.setattr(gpu, "PROCESSES", 1)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    endings = (*store.DEVICE_ERRORS, f".{DEVICE}.err")
    monkeypatch.setattr(store, "DEVICE_ERRORS", endings)
    return course


def write(course: Course, name: str, code: str) -> Path:
    path = f"snippets/part/page/{name}.py"
    course.write(path, code)
    return course.root / path


def record(course: Course) -> Record:
    (path,) = (course.root / "evidence").glob("*.json")
    return loads(path.read_text())


def only(course: Course, *names: str) -> list[Snippet]:
    return [course.snippet(f"part/page/{name}") for name in names]


@pytest.mark.slow
def test_what_passes_on_the_device_is_recorded_and_what_differs_is_said(
    course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    page = "snippets/part/page"
    course.edit(f"{page}/sums.out", "0.3333", "0.3334")  # a unit: another machine
    (dropped,) = (course.root / page).glob("drops.out")
    course.write(f"{page}/drops.out", dropped.read_text().replace("[2.", "[0."))
    data = json.loads((course.root / page / "draws.json").read_text())
    data["axes"][0]["collections"][0]["values"][0][0] += 0.5
    course.write(f"{page}/draws.json", json.dumps(data))

    wrong, moved = sorted(gpu.verify(course, DEVICE))
    assert "part/page/draws: the figure differs" in wrong
    assert "part/page/drops: drops.out differs" in moved
    assert record(course).device == DEVICE
    entries = record(course).snippets
    assert entries.keys() == {"part/page/raises", "part/page/sums"}
    assert entries["part/page/sums"]["deviation"] == 1.0
    said = capsys.readouterr().out
    assert "2 of 4 blocks as stored, the largest deviation 1.00" in said
    assert "1 run on the CPU alone:\n  part/page/where: it shows where" in said


@pytest.mark.slow
def test_an_error_that_the_device_words_otherwise_is_stored_beside_the_cpus(
    course: Course,
) -> None:
    path = write(course, "worded", WORDED)
    accept(course)
    snippets, outputs = only(course, "worded", "raises"), Outputs(course)
    runs = gpu.run_all(course, snippets, DEVICE)
    (wrong,) = gpu.check(outputs, runs[0], DEVICE).problems
    assert "announces 'RuntimeError: The size of tensor a', but raised" in wrong

    stored = path.with_name(f"worded.{DEVICE}.err")
    name = stored.relative_to(course.root).as_posix()
    assert gpu.accept(course, runs, DEVICE) == [name]
    assert gpu.accept(course, runs, DEVICE) == []
    assert stored.read_text().startswith("RuntimeError: Tensor on device cpu is not")
    assert "size of tensor a (2)" in path.with_suffix(".err").read_text()
    assert all(gpu.check(outputs, run, DEVICE).problems == [] for run in runs)
    assert Outputs(course).differences(snippets[0]) == []
    assert stored not in store.shown_files(snippets[0])

    stored.write_text("RuntimeError: other words\n")
    assert (
        f"worded.{DEVICE}.err differs"
        in gpu.check(outputs, runs[0], DEVICE).problems[0]
    )
    assert "not what was accepted" in Outputs(course).differences(snippets[0])[0]


def test_the_devices_words_stay_until_nothing_is_raised(course: Course) -> None:
    path = write(course, "worded", WORDED)
    accept(course)
    words = path.with_name(f"worded.{DEVICE}.err")
    words.write_text("RuntimeError: other words\n")
    path.write_text("print(1)\n" + WORDED)
    accept(course)
    assert words.exists()
    path.write_text("print(1)\n")
    accept(course)
    assert not words.exists()


@pytest.mark.slow
def test_a_process_that_dies_is_said_and_another_does_the_rest(
    course: Course,
) -> None:
    write(course, "dies", "import os\n\nos._exit(3)\n")
    runs = list(gpu._apart(only(course, "dies", "sums"), DEVICE))
    checks = [gpu.check(Outputs(course), run, DEVICE) for run in runs]
    assert checks[1].problems == []
    (said,) = checks[0].problems
    assert said.startswith("part/page/dies: its process ended with 3")


def test_blocks_that_raise_are_alone_and_the_others_share_processes(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares = []

    def apart(snippets: list[Snippet], device: str) -> list[Run]:
        shares.append({snippet.idea for snippet in snippets})
        return [Run(snippet.id) for snippet in snippets]

    monkeypatch.setattr(gpu, "_apart", apart)
    monkeypatch.setattr(gpu, "PROCESSES", 2)
    runs = gpu.run_all(course, course.snippets, DEVICE)
    assert [run.id for run in runs] == [snippet.id for snippet in course.snippets]
    assert {"raises"} in shares
    assert len(shares) == 3
    assert set.union(*shares) == SNIPPETS.keys()
