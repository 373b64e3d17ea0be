"""What the benchmark times is equal, and its bytes are those that torch holds."""

from collections.abc import Iterator

import pytest
import torch
from torch import Tensor

from attention import GPT
from benchmarks import cases, measure


def draw(*shape: int, dtype: torch.dtype = torch.float64) -> Tensor:
    generator = torch.Generator().manual_seed(0)
    return torch.randn(*shape, generator=generator, dtype=torch.float64).to(dtype)


def every_case() -> Iterator[cases.Case]:
    """All that is timed, small and in float64."""
    yield from cases.of_layers(draw(2, 7, 15), heads=3, few=False)
    inputs = draw(3, 1, 3, 67, 5).unbind()
    yield from cases.of_lengths(inputs, most=67)
    yield from cases.of_lengths(inputs, most=66)
    torch.manual_seed(0)
    model = GPT(11, 7, 15, num_layers=2, num_heads=3).double().eval()
    yield from cases.of_decoding(model, torch.tensor([[3, 1, 4, 1, 5]]))


@pytest.fixture
def no_peaks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs are compared without torch's profiler, which takes seconds to start."""
    monkeypatch.setattr(measure, "peak_bytes", lambda run, device: (run(), 0))


def test_the_forms_of_each_case_give_the_same(no_peaks: None) -> None:
    tables = []
    for about, runs in every_case():
        tables.append((about["table"], len(runs)))
        assert measure.compare(runs, 1e-12, "cpu").keys() == runs.keys()
    assert tables == [
        ("layers", 7), ("layers", 7), ("lengths", 3), ("lengths", 2), ("decoding", 2)
    ]  # fmt: skip


def test_a_backward_pass_compares_gradients_and_not_outputs_alone() -> None:
    _, (about, runs) = cases.of_layers(draw(2, 7, 15), heads=3, few=True)
    assert about["pass"] == "forward and backward"
    assert [len(run()) for run in runs.values()] == [2] * 4
    (_, runs) = next(cases.of_lengths(draw(3, 1, 3, 7, 5).unbind(), most=7))
    assert [len(run()) for run in runs.values()] == [4] * 3


@pytest.mark.parametrize("wrong", [1.001, float("nan")])
def test_a_form_that_gives_something_else_or_another_gradient_is_not_timed(
    no_peaks: None, wrong: float
) -> None:
    x = draw(3, 5).requires_grad_()
    right = {
        "one": lambda: cases.backward(lambda x: 2 * x, [x]),
        "other": lambda: cases.backward(lambda x: x + x, [x]),
    }
    for form in (lambda x: 2 * wrong * x, lambda x: x + x.detach()):
        runs = {**right, "wrong": lambda form=form: cases.backward(form, [x])}
        with pytest.raises(ValueError, match="wrong must give what one gives"):
            measure.compare(runs, 1e-4, "cpu")


def test_the_peak_is_what_is_held_at_once() -> None:
    def run() -> list[Tensor]:
        first = torch.zeros(1000)  # 4,000 bytes
        second = first + 1  # 8,000
        del first
        return [second.double()]  # 4,000 + 8,000

    result, peak = measure.peak_bytes(run, "cpu")
    assert result[0].shape == (1000,)
    assert 12_000 <= peak < 12_200  # numbers such as the 1 are tensors, too


def test_each_round_begins_with_another_form(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    def timed(run: cases.Run, device: str) -> float:
        run()
        return float(len(order))

    monkeypatch.setattr(measure, "timed", timed)
    said: list[int] = []
    runs = {name: lambda name=name: order.append(name) or [] for name in "abc"}
    found = measure.seconds(runs, 4, "cpu", said.append)
    assert "".join(order) == "abcbcacababc"
    assert found["a"] == [1, 6, 8, 10]
    assert said == [1, 2, 3, 4]


def test_a_short_run_is_repeated_until_it_can_be_timed() -> None:
    calls: list[None] = []
    assert measure.timed(lambda: calls.append(None) or [], "cpu") < measure.LEAST
    assert len(calls) > 100
