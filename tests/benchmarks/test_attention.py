"""What the benchmark times is equal, and its tables are those of its records."""

from collections.abc import Iterator, Sequence

import pytest
import torch
from torch import Tensor

from attention import GPT
from benchmarks import attention as bench


def draw(*shape: int) -> Tensor:
    generator = torch.Generator().manual_seed(0)
    return torch.randn(*shape, generator=generator, dtype=torch.float64)


def small_cases() -> Iterator[bench.Case]:
    """All that is timed, small and in float64."""
    yield from bench.of_layers(draw(2, 7, 15), heads=3)
    yield from bench.of_layers(draw(2, 7, 15), heads=3, few=True)
    for most in (67, 66):
        yield from bench.of_lengths(draw(3, 1, 3, 67, 5).unbind(), most)
    torch.manual_seed(0)
    model = GPT(11, 7, 15, num_layers=2, num_heads=3).double().eval()
    yield from bench.of_decoding(model, torch.tensor([[3, 1, 4, 1, 5]]))


def test_the_forms_of_each_case_give_the_same_gradients_included(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = []
    monkeypatch.setattr(bench, "peak", lambda run, device: (run(), 0))  # takes seconds
    for about, runs in small_cases():
        assert bench.compare(runs, 1e-12, "cpu").keys() == runs.keys()
        found.append((about["table"], len(runs), len(next(iter(runs.values()))())))
    assert found == [
        ("layers", 7, 1), ("layers", 7, 2), ("layers", 4, 1), ("layers", 4, 2),
        ("lengths", 3, 4), ("lengths", 2, 4), ("decoding", 2, 1),
    ]  # fmt: skip


@pytest.mark.parametrize("wrong", [1.001, float("nan")])
def test_a_form_that_gives_something_else_or_another_gradient_is_not_timed(
    monkeypatch: pytest.MonkeyPatch, wrong: float
) -> None:
    monkeypatch.setattr(bench, "peak", lambda run, device: (run(), 0))
    x = draw(3, 5).requires_grad_()
    right = {"one": lambda: bench.backward(lambda x: 2 * x, [x])}
    for form in (lambda x: 2 * wrong * x, lambda x: x + x.detach()):
        runs = {**right, "wrong": lambda form=form: bench.backward(form, [x])}
        with pytest.raises(ValueError, match="wrong must give what one gives"):
            bench.compare(runs, 1e-4, "cpu")


def test_the_peak_is_what_is_held_at_once() -> None:
    def run() -> Sequence[Tensor]:
        first = torch.zeros(1000)  # 4,000 bytes
        second = first + 1  # 8,000
        del first
        return [second.double()]  # 4,000 + 8,000

    result, peak = bench.peak(run, "cpu")
    assert result[0].shape == (1000,)
    assert 12_000 <= peak < 12_200  # numbers such as the 1 are tensors, too


def test_each_round_begins_with_another_form(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    monkeypatch.setattr(bench, "LEAST", 1e-9)
    runs = {name: lambda name=name: order.append(name) or [] for name in "abc"}
    assert {len(took) for took in bench.seconds(runs, 4).values()} == {4}
    turns = [
        name
        for name, before in zip(order, ["", *order], strict=False)
        if name != before
    ]
    assert "".join(turns) == "abcbcacababc"


def test_a_ratio_is_the_median_of_those_within_rounds() -> None:
    about = {"table": "lengths", "tokens": 2048}
    entries = [
        {**about, "form": "one", "seconds": [1.0, 0.1, 2.0], "bytes": 2_000_000},
        {**about, "form": "two", "seconds": [0.5, 0.2, 6.0], "bytes": 123_400_000},
    ]
    assert bench.pivot(entries, "tokens", "form").splitlines() == [
        "| Tokens | one, ms | one, ratio | one, MB | two, ms | two, ratio | two, MB |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        "| 2,048 | 1,000 | 1.00 | 2 | 500 | 2.00 | 123 |",
    ]


def test_the_tables_are_those_of_the_records() -> None:
    made = bench.tables(bench.read())
    stored = {file.stem: file.read_text("utf-8") for file in bench.FOLDER.glob("*.md")}
    assert stored == made
