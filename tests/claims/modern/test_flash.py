"""What is behind the general sentences of docs/modern/flash.md."""

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.utils.flop_counter import FlopCounterMode

from attention import (
    causal_mask,
    scaled_attention_scores,
    scaled_dot_product_attention,
    tiled_attention,
)
from attention.modern.tiled_attention import tiles


def draw(*shape: int, seed: int = 0) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64)


def by_loops(Q: Tensor, K: Tensor, V: Tensor, size: int) -> Tensor:
    """The page's first block, for any block size."""
    contexts = []
    for queries in Q.split(size):
        maximum = torch.full((len(queries), 1), -1e30, dtype=Q.dtype)
        total = gathered = 0.0
        for keys, values in zip(K.split(size), V.split(size), strict=True):
            scores = queries @ keys.T / Q.shape[-1] ** 0.5
            higher = torch.maximum(maximum, scores.amax(dim=-1, keepdim=True))
            shrink, shares = torch.exp(maximum - higher), torch.exp(scores - higher)
            total = total * shrink + shares.sum(dim=-1, keepdim=True)
            gathered = gathered * shrink + shares @ values
            maximum = higher
        contexts.append(gathered / total)
    return torch.cat(contexts)


@pytest.mark.parametrize("size", [1, 3, 8, 64])
@pytest.mark.parametrize("d", [1, 5, 16])
def test_tiles_and_matrix_agree(size: int, d: int) -> None:
    for length in (1, 7, 20):
        given = [draw(length, d, seed=s).requires_grad_() for s in range(3)]
        plain, _ = scaled_dot_product_attention(*given)
        slopes = torch.autograd.grad(plain.pow(2).sum(), given)
        for contexts in (
            by_loops(*given, size),
            tiled_attention(*given, block_size=size),
        ):
            torch.testing.assert_close(contexts, plain, rtol=0, atol=1e-12)
            found = torch.autograd.grad(contexts.pow(2).sum(), given)
            torch.testing.assert_close(found, slopes, rtol=0, atol=1e-12)


@pytest.mark.parametrize("num_keys", [1, 2, 7])
def test_the_gradient_of_a_score(num_keys: int) -> None:
    """With these keys, the features of the query are its scaled scores."""
    omega, V, g = draw(num_keys), draw(num_keys, 4, seed=1), draw(4, seed=2)
    keys = torch.eye(num_keys).double() * num_keys**0.5
    alpha = omega.softmax(0)
    z = sum(alpha[j] * V[j] for j in range(num_keys))
    assert isinstance(z, Tensor)
    over_keys = sum(alpha[k] * (g @ V[k]) for k in range(num_keys))
    rows = [alpha[j] * (g @ V[j] - over_keys) for j in range(num_keys)]
    short = [alpha[j] * (g @ V[j] - g @ z) for j in range(num_keys)]
    query = omega[None].requires_grad_()
    contexts = tiled_attention(query, keys, V, block_size=3)
    torch.testing.assert_close(contexts[0], z)
    (slopes,) = torch.autograd.grad((contexts * g).sum(), query)
    torch.testing.assert_close(slopes[0], torch.stack(rows))
    torch.testing.assert_close(slopes[0], torch.stack(short))


def test_gradients_where_the_log_sum_exp_is_rounded() -> None:
    for dtype, right in ((torch.float32, False), (torch.float64, True)):
        for attend in (tiled_attention, F.scaled_dot_product_attention):
            queries = torch.full((1, 1, 1, 1), 1e4, dtype=dtype)
            keys = torch.full((1, 1, 2, 1), 1e3, dtype=dtype)
            values = torch.tensor([1.0, 2.0], dtype=dtype).view(1, 1, 2, 1)
            given = [t.requires_grad_() for t in (queries, keys, values)]
            plain, _ = scaled_dot_product_attention(*given)
            expected = torch.autograd.grad(plain.sum(), given)
            contexts = attend(*given)
            torch.testing.assert_close(contexts, plain)
            found = torch.autograd.grad(contexts.sum(), given)
            for one, other in list(zip(found, expected, strict=True))[1:]:
                assert torch.allclose(one, other, rtol=0.2, atol=0) == right


@pytest.mark.parametrize("blocks", [1, 2, 4, 7])
def test_tiles_that_are_visited(blocks: int) -> None:
    x = draw(3 * blocks, 2)
    visited = list(tiles(x, x, True, 3))
    assert len(visited) == blocks * (blocks + 1) // 2
    mask = causal_mask(3 * blocks)
    for i, j, scores in visited:
        assert torch.equal(scores.isfinite(), mask[i, j])
        assert bool(mask[i, j].all()) == (i != j)
        mask[i, j] = False
    assert not mask.any()  # nothing that is visible was left out
    # With one key more than queries, or blocks of another size, tiles beside the
    # diagonal need a mask, too.
    longer = causal_mask(3 * blocks, 3 * blocks + 1), 3
    narrow = causal_mask(3 * blocks), 2
    for mask, width in (longer, narrow):
        tiles_ = [tile for rows in mask.split(3) for tile in rows.split(width, -1)]
        assert sum(bool(tile.any() and not tile.all()) for tile in tiles_) > blocks


def test_weights_of_a_tile_from_its_scores() -> None:
    Q, K, V = (draw(20, 5, seed=s) * 3 for s in range(3))
    _, weights = scaled_dot_product_attention(Q, K, V)
    log_sums = scaled_attention_scores(Q, K).logsumexp(-1, keepdim=True)
    for i, j, scores in tiles(Q, K, False, 6):
        torch.testing.assert_close(torch.exp(scores - log_sums[i]), weights[i, j])


def kept(attend, length: int) -> int:
    given = [draw(1, 1, length, 16, seed=s).float().requires_grad_() for s in range(3)]
    sizes: dict[int, int] = {}

    def keep(tensor: Tensor) -> Tensor:
        sizes[tensor.untyped_storage().data_ptr()] = tensor.untyped_storage().nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        out = attend(*given)
    assert out is not None
    return sum(sizes.values())


def test_what_is_kept() -> None:
    for length in (64, 128, 256):
        each = 4 * length * (4 * 16 + 1)
        assert kept(tiled_attention, length) == each
        assert kept(F.scaled_dot_product_attention, length) == each
        loops = kept(lambda *qkv: by_loops(*(t[0, 0] for t in qkv), 64), length)
        assert loops > 4 * length**2


@pytest.mark.parametrize("length", [64, 100])
def test_products_are_counted(length: int) -> None:
    def flops(attend) -> list[int]:
        given = [draw(length, 8, seed=s).requires_grad_() for s in range(3)]
        with FlopCounterMode(display=False) as forward:
            out = attend(*given)
        with FlopCounterMode(display=False) as backward:
            out.sum().backward()
        return [forward.get_total_flops(), backward.get_total_flops()]

    one = 2 * length * length * 8
    assert flops(lambda *qkv: scaled_dot_product_attention(*qkv)[0]) == [
        2 * one,
        4 * one,
    ]
    assert flops(tiled_attention) == [2 * one, 5 * one]
    causal = flops(lambda *qkv: tiled_attention(*qkv, causal=True, block_size=10))
    assert causal[0] < 2 * one
    assert causal[1] < 5 * one
