"""What is behind the general sentences of docs/models/known-entropy.md."""

import math

import pytest
import torch
from torch import Tensor

from attention import load_trained, split_words, story_ids, story_vocabulary
from tests.claims.blocks import run
from tests.claims.draw import draw


@pytest.mark.nightly
@pytest.mark.parametrize(("factor", "far_above"), [(5, 0), (1, 4)])
def test_ten_seeds_reach_the_floor_and_with_small_first_weights_four_do_not(
    factor: int, far_above: int
) -> None:
    excesses = []
    for seed in range(10):
        other = {"mul_(5)": f"mul_({factor})"}
        found = run("models/known-entropy/trained.py", other, seed)
        excesses.append(found["excess"])
        if factor == 5:
            assert found["excess"] < 0.03
            assert found["right"] >= 180
    assert sum(excess > 0.15 for excess in excesses) == far_above


def test_the_floor() -> None:
    """For drawn q, and for 1/N, the only one that reaches it."""
    N = 8192

    def sides(q: Tensor) -> tuple[Tensor, Tensor]:
        return 1 / N * (-torch.log(q)).sum(), -torch.log(1 / N * q.sum())

    for seed in range(5):
        average, of_mean = sides(draw(seed, N).softmax(-1))
        assert average > of_mean + 0.1
        assert of_mean > math.log(N) - 1e-9
    for side in sides(torch.full((N,), 1 / N).double()):
        assert math.isclose(side, math.log(N))


@torch.no_grad()
def test_the_story_is_memory() -> None:
    model, numbers = load_trained("story"), story_vocabulary.index
    high = [f"in {word} the river was high" for word in story_vocabulary]
    ids = torch.tensor([[numbers(word) for word in split_words(text)] for text in high])
    followed = split_words("and wild and the dog slept by the fire")
    expected = torch.tensor([numbers(word) for word in followed])
    same = (model.generate(ids, 9)[:, -9:] == expected).all(dim=-1)
    assert same[[numbers("winter"), numbers("summer")]].all()
    assert same.double().mean() > 0.5
    shuffled = story_ids[
        torch.randperm(474, generator=torch.Generator().manual_seed(0))
    ]
    for text, low, high_ in ((story_ids, 0.9, 1.01), (shuffled, 0.0, 0.3)):
        windows = text.unfold(0, 25, 1)
        right = model(windows[:, :-1])[:, -1].argmax(-1) == windows[:, -1]
        assert low < right.double().mean() < high_
