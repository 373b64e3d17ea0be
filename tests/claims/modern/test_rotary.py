"""What is behind the general sentences of docs/modern/rotary.md."""

import math
from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from attention import (
    MultiHeadAttention,
    RotaryPositions,
    SlidingWindow,
    causal_mask,
    merge_heads,
    rotary_frequencies,
    rotate,
    scaled_dot_product_attention,
    split_heads,
    to_halves,
)

Turn = Callable[[Tensor, Tensor], Tensor]


def draw(seed: int, *shape: int) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64)


def neighbours(x: Tensor, positions: Tensor) -> Tensor:
    omega = rotary_frequencies(x.shape[-1])
    angles = positions[:, None] * omega
    even, odd = x[..., 0::2], x[..., 1::2]
    turned = torch.empty_like(x)
    turned[..., 0::2] = even * angles.cos() - odd * angles.sin()
    turned[..., 1::2] = even * angles.sin() + odd * angles.cos()
    return turned


@pytest.mark.parametrize("width", [2, 6, 14, 64])
@pytest.mark.parametrize("seed", range(3))
def test_scores_depend_on_the_distance_and_lengths_stay(width: int, seed: int) -> None:
    queries, keys = draw(seed, 2, 7, width)
    here = torch.tensor([0, 1, 2, 5, 11, 40, 300])
    scores = rotate(queries, here) @ rotate(keys, here).T
    for shift in (1, 7, 1000, 100_000):
        there = here + shift
        moved = rotate(queries, there) @ rotate(keys, there).T
        torch.testing.assert_close(moved, scores, rtol=0, atol=1e-8)
        lengths = rotate(queries, there).norm(dim=-1)
        torch.testing.assert_close(lengths, queries.norm(dim=-1))
    further = rotate(queries, here + 1) @ rotate(keys, here).T
    assert not torch.allclose(further, scores)  # other distances, other scores
    if width > 2:  # so is the same number of positions the other way round
        there_and_back = rotate(queries, -here) @ rotate(keys, -here).T
        assert not torch.allclose(there_and_back, scores)


@pytest.mark.parametrize("seed", range(5))
def test_the_formula_of_two_turns(seed: int) -> None:
    def R(p: int) -> Tensor:  # counter-clockwise
        cosine, sine = math.cos(p), math.sin(p)
        return torch.tensor([[cosine, -sine], [sine, cosine]], dtype=torch.float64)

    query, key = draw(seed, 2, 2)
    for m, n in ((3, 1), (1, 3), (12, 10), (5, 5)):
        turned = [
            rotate(x[None], torch.tensor([p]))[0] for x, p in ((query, m), (key, n))
        ]
        torch.testing.assert_close(turned[0], R(m) @ query)
        torch.testing.assert_close(turned[1], R(n) @ key)
        score = turned[0] @ turned[1]
        torch.testing.assert_close(query @ R(m).T @ R(n) @ key, score)
        torch.testing.assert_close(query @ R(n - m) @ key, score)
        torch.testing.assert_close(R(m).T, R(-m))


def test_the_distance_has_a_sign() -> None:
    query, key = torch.tensor([[2.0, 0.5]]), torch.tensor([[1.5, -0.5]])
    one, other = (
        rotate(query, torch.tensor([m])) @ rotate(key, torch.tensor([n])).T
        for m, n in ((3, 1), (1, 3))
    )
    assert one < -2
    assert other > 0.4


def test_an_arrow_turns_by_its_position() -> None:
    for p in range(7):
        x, y = rotate(torch.tensor([[1.0, 0.0]]).double(), torch.tensor([p]))[0]
        turned = math.atan2(y.item(), x.item())
        assert abs(math.remainder(turned - p, math.tau)) < 1e-12
    for seed in range(50):
        a, b = draw(seed, 2, 2)
        angle = math.atan2(a[1], a[0]) - math.atan2(b[1], b[0])
        assert math.isclose(a @ b, a.norm() * b.norm() * math.cos(angle), abs_tol=1e-12)


def test_turned_before_the_split_scores_depend_on_more_than_distance() -> None:
    queries, keys = draw(0, 2, 5, 12)
    here, there = torch.arange(5), torch.arange(5) + 10
    for first, same in ((False, True), (True, False)):
        scores = []
        for positions in (here, there):
            turned = []
            for x in (queries, keys):
                heads = split_heads(x, 3)
                turned.append(
                    split_heads(rotate(x, positions), 3)
                    if first
                    else rotate(heads, positions)
                )
            scores.append(turned[0] @ turned[1].mT)
        assert torch.allclose(*scores) == same
    one = rotate(split_heads(queries, 3), here)
    by_head = [rotate(head, here) for head in split_heads(queries, 3)]
    assert torch.equal(merge_heads(one), torch.cat(by_head, dim=-1))


@pytest.mark.parametrize("width", [2, 6, 10])
def test_each_pair_turns_at_its_own_speed(width: int) -> None:
    half = width // 2
    for i in range(half):
        x = torch.zeros(1, width).double()
        x[0, i] = 1.0
        for p in (1, 2, 9):
            angle = p * 10000 ** (-2 * i / width)
            found = rotate(x, torch.tensor([p]))[0]
            expected = torch.zeros(width).double()
            expected[i], expected[half + i] = math.cos(angle), math.sin(angle)
            torch.testing.assert_close(found, expected)


@pytest.mark.parametrize("width", [4, 6, 16])
def test_conventions_differ_from_the_second_token_on(width: int) -> None:
    for seed in range(5):
        queries, keys, values = draw(seed, 3, 6, width)
        positions, mask = torch.arange(6), causal_mask(6)
        one, other = (
            scaled_dot_product_attention(
                turn(queries, positions), turn(keys, positions), values, mask
            )[0]
            for turn in (rotate, neighbours)
        )
        torch.testing.assert_close(one[0], other[0], rtol=0, atol=0)
        assert not torch.isclose(one[1:], other[1:]).all(dim=-1).any()
        moved = neighbours(queries, positions + 7) @ neighbours(keys, positions + 7).T
        here = neighbours(queries, positions) @ neighbours(keys, positions).T
        torch.testing.assert_close(moved, here)
        alone, _ = scaled_dot_product_attention(
            -queries[:1], keys[:1] * 9, values[:1], mask[:1, :1]
        )
        torch.testing.assert_close(alone, values[:1])


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("num_heads", [1, 3])
def test_reordered_weights_give_the_results_of_neighbours(
    num_heads: int, seed: int
) -> None:
    width = 6 * num_heads
    x, positions = draw(seed, 7, 5), torch.arange(7)
    W_query, W_key, W_value = draw(seed + 100, 3, width, 5)
    values = split_heads(x @ W_value.T, num_heads)
    biases = draw(seed + 200, 2, width)

    def attend(turn: Turn, W_query: Tensor, W_key: Tensor, biases: Tensor) -> Tensor:
        queries = turn(split_heads(x @ W_query.T + biases[0], num_heads), positions)
        keys = turn(split_heads(x @ W_key.T + biases[1], num_heads), positions)
        return scaled_dot_product_attention(queries, keys, values)[0]

    reordered = [to_halves(W, num_heads) for W in (W_query, W_key)]
    moved = torch.stack([to_halves(bias, num_heads) for bias in biases])
    expected = attend(neighbours, W_query, W_key, biases)
    torch.testing.assert_close(attend(rotate, *reordered, moved), expected)
    assert not torch.allclose(attend(rotate, W_query, W_key, biases), expected)
    assert not torch.allclose(attend(rotate, *reordered, biases), expected)
    order = torch.randperm(width)
    plain = x @ W_query.T @ W_key @ x.T
    torch.testing.assert_close(x @ W_query[order].T @ W_key[order] @ x.T, plain)


def test_with_a_cache_positions_count_on() -> None:
    for seed in range(5):
        queries, keys, values = draw(seed, 3, 7, 6)
        positions = torch.arange(7)
        whole, _ = scaled_dot_product_attention(
            rotate(queries, positions), rotate(keys, positions), values, causal_mask(7)
        )
        cached = torch.empty(0, 6).double()
        for p in range(7):
            position = torch.tensor([p])
            cached = torch.cat([cached, rotate(keys[p : p + 1], position)])
            query = rotate(queries[p : p + 1], position)
            out, _ = scaled_dot_product_attention(query, cached, values[: p + 1])
            torch.testing.assert_close(out[0], whole[p])


@pytest.mark.parametrize("window", [3, 12])
def test_layers_count_the_tokens_that_a_window_dropped_too(window: int) -> None:
    rotary = RotaryPositions(12, 4).double()
    assert rotary.cosine.shape == rotary.sine.shape == (12, 2)
    for seed in range(5):
        layer = MultiHeadAttention(8, 8, 12, 0.0, 2, rotary=rotary).double()
        layer.mask = SlidingWindow(window)
        x = draw(seed, 12, 8)
        cache, rows = None, []
        for chunk in x.split([5, 4, 1, 2]):
            out, cache = layer.forward_with_cache(chunk, cache)
            rows.append(out)
        torch.testing.assert_close(torch.cat(rows), layer(x))


@pytest.mark.parametrize("start", [0, 5])
def test_one_token_attends_to_itself_at_any_position(start: int) -> None:
    """With position 0, which turns nothing, and without."""
    for seed in range(5):
        queries, keys, values = draw(seed, 3, 7, 6)
        positions = torch.arange(7) + start
        turned = rotate(queries, positions), rotate(keys, positions)
        mask = causal_mask(7)
        one, _ = scaled_dot_product_attention(*turned, values, mask)
        other, _ = scaled_dot_product_attention(queries, keys, values, mask)
        same = torch.isclose(one, other).all(dim=-1)
        assert same.tolist() == [True] + [False] * 6
        # where it may attend to another token, too, it is not
        mask[0, 1] = True
        one, _ = scaled_dot_product_attention(*turned, values, mask)
        other, _ = scaled_dot_product_attention(queries, keys, values, mask)
        assert not torch.allclose(one[0], other[0])


def test_positions_in_bfloat16_are_rounded() -> None:
    assert torch.tensor(2047).bfloat16().item() == 2048
    for p in (2047, 100_003):
        for dtype in (torch.bfloat16, torch.float32):
            x = torch.tensor([[1.0, 0.0]], dtype=dtype)
            found = rotate(x, torch.tensor([p]))[0].double()
            expected = torch.tensor([math.cos(p), math.sin(p)]).double()
            assert (found - expected).abs().max() < torch.finfo(dtype).eps


def test_turned_values_turn_the_contexts() -> None:
    for seed in range(5):
        queries, keys, values = draw(seed, 3, 7, 6)
        here = torch.arange(7)
        one, other = (
            scaled_dot_product_attention(
                *(rotate(x, p) for x in (queries, keys, values))
            )
            for p in (here, here + 1000)
        )
        torch.testing.assert_close(one[1], other[1], rtol=0, atol=1e-10)
        assert not torch.allclose(one[0], other[0])
        turned = rotate(one[0], torch.full((7,), 1000))
        torch.testing.assert_close(turned, other[0], rtol=0, atol=1e-10)
        undone = rotate(one[0], -here), rotate(other[0], -here - 1000)
        torch.testing.assert_close(*undone, rtol=0, atol=1e-10)
