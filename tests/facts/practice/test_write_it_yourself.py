"""What is behind the tasks to write: each solution is right, each wrong answer named."""

from pathlib import Path
from typing import Any

import pytest
import torch

from attention.practice import judge
from attention.practice.__main__ import main
from attention.practice.table import TASKS
from tests.facts.practice.wrong_answers import WRONG
from tests.facts.says import says

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
    says(
        "practice/write-it-yourself",
        "Write the code, and a judge says whether it is right.",
    )
    verdict = judge(task, solution(task, {}))
    assert (verdict.verdict, verdict.code) == ("right", 0), str(verdict)
    gap = judge(task)
    assert (gap.verdict, gap.code) == ("not yet", 1)
    assert gap.mistakes[0].mistake.name in (
        "The gap is still there",
        "Nothing is turned",
    )
    assert len({name for _, name in WRONG[task]}) >= 3  # the wrong answers, below


@pytest.mark.parametrize(("task", "row"), CASES)
def test_a_wrong_answer_is_not_yet_right_and_its_mistake_is_named(
    task: str, row: tuple[dict[str, str], str]
) -> None:
    says(
        "practice/write-it-yourself",
        "If it is not, the judge names the mistake and links to the section that explains it, but it does not give the answer.",
    )
    changes, name = row
    verdict = judge(task, solution(task, changes))
    assert (verdict.verdict, verdict.code) == ("not yet", 1), str(verdict)
    (first, *_) = verdict.mistakes
    assert first.mistake.name == name
    assert first.mistake.link in str(verdict)


def test_the_command_says_what_it_found_in_its_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    says(
        "practice/write-it-yourself",
        "The exit code of the last command is 0 if the answer is right, 1 if it is not yet right, and 2 if it cannot run.",
    )
    says("teachers", "1: the answer is not yet right, or the gap is still there.")
    says(
        "teachers",
        "There is no such file, the file does not define the name that the task asks for, or its code raises an error.",
    )
    monkeypatch.chdir(tmp_path)
    right = PAGES / "write-it-yourself" / "mask-solved.py"
    wrong = PAGES / "write-it-yourself" / "mask-wrong.py"
    assert main(["mask", str(right)]) == 0
    assert main(["mask", str(wrong)]) == 1
    assert main(["mask"]) == 0
    assert main(["mask", "my_mask.py"]) == 1
    Path("raises.py").write_text("def causal_mask(n, m): return n / 0", "utf-8")
    for task, file in (("mask", "none.py"), ("tiles", right), ("mask", "raises.py")):
        assert main([task, str(file)]) == 2
    says(
        "practice/write-it-yourself",
        "Nothing is stored anywhere else: your files are your progress.",
    )
    assert {path.name for path in tmp_path.iterdir()} == {"my_mask.py", "raises.py"}


def test_the_mask_of_the_wrong_answer_is_right_with_as_many_queries_as_keys() -> None:
    says(
        "practice/write-it-yourself",
        "With as many queries as keys, this mask is right.",
    )
    says(
        "practice/write-it-yourself",
        "With a cache, the first query would lose the earlier keys.",
    )
    right = solution("mask", {})
    wrong = solution("mask", {"tril(num_keys - num_queries)": "tril()"})
    for size in range(1, 9):
        assert torch.equal(right(size, size), wrong(size, size))
        for more in range(1, 5):
            lost = right(size, size + more)[0] & ~wrong(size, size + more)[0]
            assert lost.sum() == more
            assert bool(lost[1 : more + 1].all())
