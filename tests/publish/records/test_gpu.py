"""The GPU job, on machines without a GPU: the device is the CPU."""

from pathlib import Path

import pytest

from publish.execute.block import on_cpu
from publish.project import Project
from publish.records import gpu
from publish.records.evidence import loads
from publish.snapshots.accept import accept
from tests.course_of_one_page import Course, snippets_alone

ROOT = Path(__file__).parents[3]
DEVICE = "cpu"
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
}


def test_a_device_that_is_missing_is_named_and_nothing_runs(course: Course) -> None:
    (said,) = gpu.verify(course, "no-such-device")
    assert said.startswith("DEVICE=no-such-device: ")
    assert not (course.root / "evidence").exists()


def test_few_blocks_run_on_the_cpu_alone(project: Project) -> None:
    alone = gpu.cpu_alone(project)
    assert len(alone) <= 0.05 * len(project.snippets), alone


def test_a_block_says_in_a_comment_of_its_own_why_it_runs_on_the_cpu() -> None:
    assert on_cpu(SNIPPETS["where"]) == "it shows where a tensor is"
    assert on_cpu("print(1)  # runs on the CPU: as a remark") is None
    assert on_cpu("# runs on the CPU:\nprint(1)") is None


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """A few accepted snippets."""
    course = snippets_alone(tmp_path, ROOT, **SNIPPETS)
    accept(course)
    return course


@pytest.mark.slow
def test_what_passes_on_the_device_is_recorded_and_what_differs_is_said(
    course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    page = "snippets/part/page"
    course.edit(f"{page}/sums.out", "0.3333", "0.3334")  # a unit: another machine
    (dropped,) = (course.root / page).glob("drops.out")
    course.write(f"{page}/drops.out", dropped.read_text().replace("[2.", "[0."))
    (moved,) = gpu.verify(course, DEVICE)
    assert "part/page/drops: drops.out differs" in moved
    (path,) = (course.root / "evidence").glob("*.json")
    record = loads(path.read_text())
    assert record.device == DEVICE
    entries = record.snippets
    assert entries.keys() == {"part/page/raises", "part/page/sums"}
    assert entries["part/page/sums"]["deviation"] == 1.0
    said = capsys.readouterr().out
    assert "2 of 3 blocks as stored, the largest deviation 1.00" in said
    assert "1 run on the CPU alone:\n  part/page/where: it shows where" in said
