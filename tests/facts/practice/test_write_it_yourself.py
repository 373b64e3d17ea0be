"""What is behind the tasks to write: each solution is right, each wrong answer named."""

from pathlib import Path
from typing import Any

import pytest

from attention.practice import judge
from attention.practice.table import TASKS
from tests.facts.practice.wrong_answers import WRONG

PAGES = Path(__file__).parents[3] / "snippets" / "practice"
CASES = [(task, row) for task, rows in WRONG.items() for row in rows]


def solution(task: str, changes: dict[str, str]) -> Any:
    """Run a solution of a page with other words in it, and return what it defines."""
    (path,) = PAGES.glob(f"write-*/{task}-solved.py")
    code = path.read_text("utf-8").partition("\n\nverdict")[0]
    for old, new in changes.items():
        assert old in code, f"{path.name} does not say {old}"
        code = code.replace(old, new)
    names: dict[str, Any] = {"__name__": "a learner's"}
    exec(compile(code, f"{task}.py", "exec"), names)
    return names[TASKS[task].answer]


@pytest.mark.parametrize("task", TASKS)
def test_the_solution_is_right_and_the_gap_is_not_yet(task: str) -> None:
    verdict = judge(task, solution(task, {}))
    assert (verdict.verdict, verdict.code) == ("right", 0), str(verdict)
    gap = judge(task)
    assert (gap.verdict, gap.code) == ("not yet", 1)
    assert gap.mistakes[0].mistake.name in (
        "The gap is still there",
        "Nothing is turned",
    )


@pytest.mark.parametrize(("task", "row"), CASES)
def test_a_wrong_answer_is_not_yet_right_and_its_mistake_is_named(
    task: str, row: tuple[dict[str, str], str]
) -> None:
    changes, name = row
    verdict = judge(task, solution(task, changes))
    assert (verdict.verdict, verdict.code) == ("not yet", 1), str(verdict)
    assert verdict.mistakes[0].mistake.name == name


def test_each_task_has_wrong_answers_of_at_least_three_kinds() -> None:
    assert WRONG.keys() == TASKS.keys()
    for task, rows in WRONG.items():
        assert len({name for _, name in rows} - {OTHER}) >= 3, task


OTHER = "Other numbers than asked"
