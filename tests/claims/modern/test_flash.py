"""What is behind the general sentences of docs/modern/flash.md."""

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.testing import assert_close

from attention import causal_mask, scaled_dot_product_attention, tiled_attention
from attention.modern.tiled_attention import tiles
from tests.claims.draw import draw
from tests.claims.modern.counted import kept, multiply_adds


def test_the_gradient_of_a_score() -> None:
    """With these keys, the features of the query are its scaled scores."""
    omega, V, g = draw(0, 7), draw(1, 7, 4), draw(2, 4)
    keys = torch.eye(7).double() * 7**0.5
    alpha = omega.softmax(0)
    z = torch.stack([alpha[j] * V[j] for j in range(7)]).sum(0)
    over_keys = torch.stack([alpha[k] * (g @ V[k]) for k in range(7)]).sum()
    query = omega[None].requires_grad_()
    contexts = tiled_attention(query, keys, V, block_size=3)
    assert_close(contexts[0], z)
    (slopes,) = torch.autograd.grad((contexts * g).sum(), query)
    for j in range(7):
        assert_close(slopes[0, j], alpha[j] * (g @ V[j] - over_keys))
        assert_close(slopes[0, j], alpha[j] * (g @ V[j] - g @ z))


def test_gradients_where_the_log_sum_exp_is_rounded() -> None:
    for dtype, right in ((torch.float32, False), (torch.float64, True)):
        query = torch.full((1, 1, 1, 1), 1e4, dtype=dtype)
        keys = torch.full((1, 1, 2, 1), 1e3, dtype=dtype)
        values = torch.tensor([1.0, 2.0], dtype=dtype).view(1, 1, 2, 1)
        given = [t.requires_grad_() for t in (query, keys, values)]
        plain, _ = scaled_dot_product_attention(*given)
        expected = torch.autograd.grad(plain.sum(), given)
        for attend in (tiled_attention, F.scaled_dot_product_attention):
            contexts = attend(*given)
            assert_close(contexts, plain)
            found = torch.autograd.grad(contexts.sum(), given)
            for one, other in ((found[1], expected[1]), (found[2], expected[2])):
                assert torch.allclose(one, other, rtol=0.2, atol=0) == right


def test_tiles_that_are_visited() -> None:
    for blocks in (1, 2, 7):
        x, mask = draw(0, 3 * blocks, 2), causal_mask(3 * blocks)
        visited = list(tiles(x, x, True, 3))
        assert len(visited) == blocks * (blocks + 1) // 2
        for i, j, scores in visited:
            assert torch.equal(scores.isfinite(), mask[i, j])
            assert bool(mask[i, j].all()) == (i != j)
            mask[i, j] = False
        assert not mask.any()  # nothing that is visible was left out
        # With one key more than queries, or blocks of another size, tiles beside the
        # diagonal need a mask, too.
        longer = causal_mask(3 * blocks, 3 * blocks + 1)
        for mask, width in ((longer, 3), (causal_mask(3 * blocks), 2)):
            cut = [tile for rows in mask.split(3) for tile in rows.split(width, -1)]
            assert sum(bool(tile.any() and not tile.all()) for tile in cut) > blocks


def by_loops(Q: Tensor, K: Tensor, V: Tensor) -> Tensor:
    """Tiles of 64 that leave the gradients to PyTorch; for scores that are small."""
    contexts = []
    for queries in Q.split(64):
        total = gathered = torch.zeros(())
        for keys, values in zip(K.split(64), V.split(64), strict=True):
            shares = (queries @ keys.T / Q.shape[-1] ** 0.5).exp()
            total = total + shares.sum(dim=-1, keepdim=True)
            gathered = gathered + shares @ values
        contexts.append(gathered / total)
    return torch.cat(contexts)


def test_without_a_function_of_its_own_every_tile_is_kept() -> None:
    for length in (64, 256):
        given = draw(0, 3, length, 16).unbind()
        assert_close(by_loops(*given), tiled_attention(*given))
        tiled, loops = (
            sum(tensor.numel() for tensor in kept(attend, *given))
            for attend in (tiled_attention, by_loops)
        )
        assert tiled == length * (4 * 16 + 1)
        assert loops > length**2


def test_products_are_counted() -> None:
    def counted(attend, *given: Tensor) -> list[int]:
        contexts = attend(*(t.clone().requires_grad_() for t in given))
        return [
            multiply_adds(attend, *given),
            multiply_adds(contexts.sum().backward),
        ]

    for length in (64, 100):
        given, one = draw(0, 3, length, 8).unbind(), length * length * 8
        plain = counted(lambda *qkv: scaled_dot_product_attention(*qkv)[0], *given)
        assert plain == [2 * one, 4 * one]
        assert counted(tiled_attention, *given) == [2 * one, 5 * one]
        forward, backward = counted(
            lambda *qkv: tiled_attention(*qkv, causal=True, block_size=10), *given
        )
        assert forward < 2 * one
        assert backward < 5 * one
