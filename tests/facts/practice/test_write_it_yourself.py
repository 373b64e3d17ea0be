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
        "If it is not, the judge names the mistake, provided that it is a known one, and links to the section that explains it, but it does not give the answer.",
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


def test_an_unknown_mistake_is_wrong_and_has_no_name() -> None:
    says(
        "practice/write-it-yourself",
        "If it is not, the judge names the mistake, provided that it is a known one, and links to the section that explains it, but it does not give the answer.",
    )

    def causal_mask(num_queries: int, num_keys: int) -> torch.Tensor:
        rows, columns = torch.arange(num_queries)[:, None], torch.arange(num_keys)
        return (rows * columns) % 3 > 0

    verdict = judge("mask", causal_mask)
    assert verdict.verdict == "not yet"
    assert "no mistake that is known gives them" in str(verdict)


def test_a_block_returns_its_input_if_biases_are_zero_too() -> None:
    says(
        "practice/write-it-yourself",
        "If all weights and biases of both parts were zero, the block should return its input unchanged.",
    )
    torch.manual_seed(0)
    block, x = solution("block", {})(8, 2), torch.randn(1, 3, 8)
    parts = [*block.attention.parameters(), *block.feed_forward.parameters()]
    for matrices, unchanged in ((True, False), (False, True)):
        with torch.no_grad():
            for parameter in parts:
                if not matrices or parameter.dim() > 1:
                    parameter.zero_()
        assert torch.equal(block(x), x) == unchanged


def test_some_heads_read_the_wrong_group() -> None:
    says(
        "practice/write-modern-attention",
        "The shapes fit, but some heads read the wrong group.",
    )
    for heads, groups in ((4, 2), (6, 2), (8, 4), (32, 8)):
        given = [head % groups for head in range(heads)]
        right = [head // (heads // groups) for head in range(heads)]
        wrong = sum(a != b for a, b in zip(given, right, strict=True))
        assert 0 < wrong < heads
