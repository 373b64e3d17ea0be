"""The judge: what it says of answers that are right, wrong, empty, or do not run."""

import sys
from types import ModuleType
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from attention.practice import judge
from attention.practice.functions import in_tiles
from attention.practice.mistakes import KNOWN
from attention.practice.tasks import heads
from tests.attention.expect import random


def right_mask(num_queries: int, num_keys: int) -> Tensor:
    everything = torch.ones(num_queries, num_keys, dtype=torch.bool)
    return everything.tril(num_keys - num_queries)


def says(task: str, answer: Any) -> tuple[str, int, str]:
    verdict = judge(task, answer)
    names = [found.mistake.name for found in verdict.mistakes]
    return verdict.verdict, verdict.code, names[0] if names else ""


def test_a_right_answer_is_right_and_requires_nothing():
    assert judge("mask", right_mask).ok
    judge("mask", right_mask).require()
    assert str(judge("mask", right_mask)).startswith("mask: right\n")


def test_a_mistake_is_named_with_its_section_and_can_be_required():
    verdict = judge("mask", lambda n, m: ~right_mask(n, m))
    assert "mask: not yet" in str(verdict)
    assert "causal/mask-conventions/#the-inverted-mask" in str(verdict)
    assert "<a href" in verdict._repr_html_()
    with pytest.raises(AssertionError, match="The mask is read the other way round"):
        verdict.require()


def test_an_answer_that_raises_cannot_run_and_its_line_is_shown():
    def broken(num_queries: int, num_keys: int) -> Tensor:
        return torch.ones(num_queries, num_keys) @ torch.ones(99)

    assert says("mask", broken) == ("cannot run", 2, "An error is raised")
    assert "torch.ones(99)" in str(judge("mask", broken))


@pytest.mark.parametrize("answer", [7, nn.Linear(2, 2), None.__class__])
def test_what_is_no_answer_cannot_run(answer: Any):
    assert says("mask", answer)[:2] == ("cannot run", 2)
    assert says("heads", answer)[:2] == ("cannot run", 2)


def test_another_shape_or_kind_of_numbers_is_told():
    for answer, name, detail in (
        (lambda n, m: right_mask(n, m).double(), "bool", "for 5, 5: torch.float64"),
        (lambda n, m: right_mask(n, m).mT, "shape", "(6, 2), where (2, 6) is asked"),
        (lambda n, m: None, "shape", "nothing, where (5, 5) is asked"),
        (lambda n, m: right_mask(n, m).roll(1), "other", "for 5, 5"),
    ):
        (found,) = judge("mask", answer).mistakes
        assert found.mistake == KNOWN[name]
        assert detail in found.detail


def test_an_answer_that_takes_float32_alone_is_judged_in_float32():
    def softmax(scores: Tensor) -> Tensor:
        shares = (scores - scores.amax(-1, keepdim=True)).exp()
        sums = shares @ torch.ones(scores.shape[-1], 1, dtype=torch.float32)
        return shares / sums

    assert judge("softmax", softmax).ok


def test_an_answer_that_writes_into_its_arguments_is_told():
    def softmax(scores: Tensor) -> Tensor:
        scores -= scores.amax(-1, keepdim=True)
        return scores.exp() / scores.exp().sum(-1, keepdim=True)

    assert says("softmax", softmax) == ("not yet", 1, KNOWN["in-place"].name)


def test_other_parameters_than_those_of_the_file_cannot_run():
    class Renamed(heads.MultiHeadAttention):
        def __init__(self, *sizes: int) -> None:
            super().__init__(*sizes)
            self.W_other = self.W_query
            del self.W_query

    assert says("heads", Renamed)[:2] == ("cannot run", 2)
    assert "W_other" in str(judge("heads", Renamed))


def test_a_buffer_that_an_answer_adds_is_no_parameter():
    class Buffered(heads.MultiHeadAttention):
        def __init__(self, *sizes: int) -> None:
            super().__init__(*sizes)
            self.register_buffer("mask", torch.ones(9, 9).tril())

    assert judge("heads", Buffered).mistakes[0].mistake == KNOWN["gap"]


def test_without_an_answer_the_one_of_the_notebook_is_judged_or_the_gap(
    monkeypatch: pytest.MonkeyPatch,
):
    notebook: Any = ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", notebook)
    assert judge("mask").mistakes[0].mistake == KNOWN["gap"]
    notebook.causal_mask = right_mask
    assert judge("mask").ok


def test_the_judge_prints_nothing_and_leaves_generator_and_dtype(
    capsys: pytest.CaptureFixture[str],
):
    def talkative(num_queries: int, num_keys: int) -> Tensor:
        print("here", torch.rand(1))
        return right_mask(num_queries, num_keys)

    before = torch.get_rng_state()
    assert judge("mask", talkative).ok
    assert torch.equal(torch.get_rng_state(), before)
    assert torch.get_default_dtype() == torch.float32
    assert capsys.readouterr() == ("", "")


def test_another_task_is_refused():
    with pytest.raises(ValueError, match=r"task must be one of mask, .* Got 'masks'"):
        judge("masks", right_mask)


def test_the_tiles_that_answers_are_held_against_are_attention():
    queries, keys, values = random(5, 3), random(7, 3), random(7, 2)
    wanted = torch.softmax(queries @ keys.mT / 3**0.5, -1) @ values
    for tile in (1, 3, 7):
        torch.testing.assert_close(in_tiles(queries, keys, values, tile), wanted)
