"""What is behind the general sentences of docs/modern/latent.md."""

import pytest
import torch
from torch import Tensor
from torch.utils.flop_counter import FlopCounterMode

from attention import (
    LatentAttention,
    latent_costs,
    rotate,
    scaled_dot_product_attention,
)


def numbers(seed: int, *shape: int) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64)


@pytest.mark.parametrize("seed", range(5))
def test_formulas_with_the_matrices_of_a_layer(seed: int) -> None:
    layer, x = make(seed, d_in=9), numbers(seed, 6, 9)
    given: list[Tensor] = []

    def attend(*arguments: Tensor) -> tuple[Tensor, Tensor]:
        given.extend(arguments[:3])
        return scaled_dot_product_attention(*arguments[:3])

    layer.attend = attend
    layer(x)
    queries, keys, values = (part[..., :4] for part in given)  # nothing rotated
    restored = torch.cat([*keys, *values], dim=-1)
    assert torch.linalg.matrix_rank(restored) == layer.latent_dim
    assert torch.linalg.matrix_rank(x @ numbers(seed, 9, 24)) == 6  # not compressed
    W_latent, *by_head = (
        layer.get_parameter(f"W_{name}.weight").T for name in ("latent", "key", "value")
    )
    for h in range(3):
        W_key_h, W_value_h = (W[:, 4 * h : 4 * h + 4] for W in by_head)
        c = x @ W_latent
        k_h, v_h = c @ W_key_h, c @ W_value_h
        torch.testing.assert_close(keys[h], k_h)
        torch.testing.assert_close(values[h], v_h)
        a = numbers(seed, 6).softmax(0)
        for t in range(6):
            q_h = queries[h, t]
            for c_t in c:
                there = (q_h @ W_key_h.T) @ c_t
                torch.testing.assert_close(q_h @ (c_t @ W_key_h), there)
        contexts = [a[t] * (c[t] @ W_value_h) for t in range(6)]
        latents = [a[t] * c[t] for t in range(6)]
        torch.testing.assert_close(
            torch.stack(contexts).sum(0), torch.stack(latents).sum(0) @ W_value_h
        )


@pytest.mark.parametrize(("heads", "width", "latent"), [(2, 8, 4), (3, 5, 11)])
def test_absorbed_scores_of_each_head_and_of_all_at_once(
    heads: int, width: int, latent: int
) -> None:
    for seed in range(10):
        queries, latents = numbers(seed, heads, 6, width), numbers(seed, 7, latent)
        W_key = numbers(seed + 1, heads, latent, width)
        explicit = queries @ (latents @ W_key).mT
        absorbed = queries @ W_key.mT
        assert absorbed.shape == (heads, 6, latent)
        torch.testing.assert_close(absorbed @ latents.mT, explicit)
        mixed = torch.cat([*queries], -1) @ torch.cat([*W_key], -1).mT @ latents.mT
        torch.testing.assert_close(mixed, explicit.sum(dim=0))
        assert not torch.allclose(mixed, explicit[0])


def test_the_root_is_that_of_the_explicit_width() -> None:
    for seed in range(10):
        width, latent = 3 + seed, 7
        query, latents = numbers(seed, 6, width), numbers(seed, 5, latent)
        W_key = numbers(seed + 1, latent, width)
        W_value = numbers(seed + 2, latent, width)
        explicit, weights = scaled_dot_product_attention(
            query, latents @ W_key, latents @ W_value
        )
        absorbed = query @ W_key.mT * (latent / width) ** 0.5
        there, same = scaled_dot_product_attention(absorbed, latents, latents)
        torch.testing.assert_close(same, weights)
        torch.testing.assert_close(there @ W_value, explicit)
        if latent != width:
            _, wrong = scaled_dot_product_attention(query @ W_key.mT, latents, latents)
            assert not torch.allclose(wrong, weights)


def test_a_rotated_key_has_no_absorbed_query_for_all_positions() -> None:
    """The scores of equal latents differ with the position; unrotated they do not."""
    positions = torch.arange(5)
    for seed in range(10):
        width = 2 * (1 + seed % 4)
        query, W_key = numbers(seed, 1, width), numbers(seed + 1, 3, width)
        latents = numbers(seed, 1, 3).expand(5, 3)  # at every position the same
        there = query @ W_key.T @ latents.T
        torch.testing.assert_close(there, there[:, :1].expand(1, 5))
        keys = rotate(latents @ W_key, positions)
        scores = rotate(query, torch.tensor([4])) @ keys.T
        assert len({round(score, 9) for score in scores[0].tolist()}) == 5
        absorbed = rotate(query.expand(5, -1), 4 - positions) @ W_key.T
        torch.testing.assert_close((absorbed * latents).sum(-1), scores[0])
        for one in range(5):
            for other in range(one):
                assert not torch.allclose(absorbed[one], absorbed[other])
        with torch.device("meta"):
            counts = []
            for left, right in ((width, 3), (3, width)):  # absorb, restore
                with FlopCounterMode(display=False) as counter:
                    _ = torch.ones(1, left) @ torch.ones(left, right)
                counts.append(counter.get_total_flops())
        assert counts[0] == counts[1] > 0


def make(seed: int, d_in: int = 5) -> LatentAttention:
    torch.manual_seed(seed)
    return LatentAttention(d_in, 7, 9, 0.0, 3, 4, 2 + seed % 5, 2).double()


def test_trained_one_way_and_used_the_other() -> None:
    for seed in range(10):
        layer, x = make(seed), numbers(seed, 6, 5).requires_grad_()
        given = [x, *layer.parameters()]
        assert len(given) == 1 + 6
        explicit, absorbed = layer(x), layer.forward_with_cache(x)[0]
        torch.testing.assert_close(
            torch.autograd.grad(absorbed.sin().sum(), given),
            torch.autograd.grad(explicit.sin().sum(), given),
        )
        x = x.detach()
        target = numbers(seed + 1, 6, 7)
        trained = {}
        for way in ("explicit", "absorbed"):
            layer = make(seed)
            optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
            for _ in range(5):
                out = layer(x) if way == "explicit" else layer.forward_with_cache(x)[0]
                optimizer.zero_grad()
                (out - target).square().mean().backward()
                optimizer.step()
            torch.testing.assert_close(layer.forward_with_cache(x)[0], layer(x))
            trained[way] = layer(x)
        torch.testing.assert_close(trained["absorbed"], trained["explicit"])
        assert layer.forward_with_cache(x)[1].compressed.shape == (
            6,
            layer.latent_dim + 2,
        )


def test_the_cache_grows_by_the_new_rows() -> None:
    for seed in range(5):
        layer, x = make(seed), numbers(seed, 6, 5)
        out, cache = layer.forward_with_cache(x[:4])
        new, longer = layer.forward_with_cache(x[4:], cache)
        assert torch.equal(longer.compressed[:4], cache.compressed)
        torch.testing.assert_close(torch.cat([out, new]), layer(x))


HEADS, WIDTH, LATENT, ROTARY = 128, 128, 512, 64  # of DeepSeek-V3
RESTORE = HEADS * LATENT * (WIDTH + WIDTH)
EXPLICIT = HEADS * (WIDTH + ROTARY + WIDTH)
ABSORBED = latent_costs(7168, HEADS, WIDTH, LATENT, ROTARY).per_key


def test_which_way_takes_fewer() -> None:
    def explicit(m: int, n: int) -> int:
        return n * RESTORE + m * n * EXPLICIT

    def absorbed(m: int, n: int) -> int:
        return m * RESTORE + m * n * ABSORBED

    lengths = [1, 2, 3, 10, 171, 172, 1000, 10**4, 10**6, 10**9, 10**15]
    for m in (171, 172, 1000, 10**5):
        assert all(explicit(m, n) < absorbed(m, n) for n in lengths if n >= m)
    for m in (1, 2, 100, 170):
        assert explicit(m, 10**9) > absorbed(m, 10**9)
    for prompt in (1, 7, 100, 10**5):
        saved = absorbed(prompt, prompt) - explicit(prompt, prompt)
        assert saved == prompt**2 * (ABSORBED - EXPLICIT) > 0  # pairs alone
    assert explicit(1, 10**4) > 80 * absorbed(1, 10**4)
    assert round(RESTORE / (ABSORBED - EXPLICIT), 1) == 170.7
