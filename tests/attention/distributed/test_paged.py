"""Sequences in blocks of one pool, against a contiguous cache for each."""

import random as dice
from collections import Counter
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from attention import GPT, Attention, KVCache, Llama, SlidingWindow, StateCache
from attention.distributed import BlockPool, PagedCache
from tests.attention.expect import refusal, refuses, seeded, unchecked

MODELS = {
    "gpt": lambda: GPT(11, 40, 12, num_layers=2, num_heads=3),
    "one head": lambda: GPT(11, 40, 6, num_layers=1, num_heads=1),
    "groups": lambda: Llama(11, 40, 16, 3, 4, 2, d_hidden=8),
}


def words(num_tokens: int, seed: int = 0) -> Tensor:
    return torch.randint(11, (1, num_tokens), generator=seeded(seed))


def check(pool: BlockPool, sequences: list[PagedCache]) -> None:
    """What holds of a pool at any time."""
    users = Counter(block for each in sequences for block in each.table)
    assert pool.users == [users[block] for block in range(len(pool.users))]
    for each in sequences:
        assert len(set(each.table)) == len(each.table)
        empty = len(each.table) * pool.block_size - each.num_tokens
        assert 0 <= empty <= pool.block_size - 1


@pytest.mark.parametrize(
    ("block_size", "dtype"),
    [(1, torch.bfloat16), (3, torch.float32), (8, torch.float64)],
)
@pytest.mark.parametrize("name", MODELS)
@torch.no_grad()
def test_whatever_is_written_forked_and_released_is_as_in_a_cache_of_its_own(
    name: str, block_size: int, dtype: torch.dtype
):
    torch.manual_seed(1)
    model = MODELS[name]().to(dtype).eval()
    chance, pool = dice.Random(block_size), BlockPool(90, block_size)
    live: list[tuple[PagedCache, list[KVCache] | None]] = []
    copies = 0
    for step in range(50):
        what = chance.choice(["new", "fork", "release", "step", "step", "step"])
        if what == "new" or not live:
            live.append((PagedCache(pool), None))
        elif what == "fork":
            cache, usual = chance.choice(live)
            live.append((cache.fork(), usual))
        elif what == "release" and len(live) > 2:
            live.pop(chance.randrange(len(live)))[0].release()
        else:
            at = chance.randrange(len(live))
            cache, usual = live[at]
            ids = words(chance.randint(1, 5), step)
            if cache.num_tokens + ids.shape[1] > 40:
                continue
            partial = cache.num_tokens % block_size
            copies += bool(partial and pool.users[cache.table[-1]] > 1)
            logits, usual = model.forward_with_cache(ids, usual)
            assert torch.equal(cache.step(model, ids), logits)
            live[at] = cache, usual
        assert pool.copies == copies, "only a shared block that is not full"
        check(pool, [cache for cache, _ in live])
    for cache, usual in live:
        for found, expected in zip(cache.read() or [], usual or [], strict=True):
            assert torch.equal(found.keys, expected.keys)
            assert torch.equal(found.values, expected.values)
        cache.release()
    assert len(pool.free) == 90


def test_a_full_pool_and_a_model_that_refuses_leave_everything_as_it_was():
    model, pool = MODELS["gpt"]().eval(), BlockPool(3, 4)
    one = PagedCache(pool)
    one.step(model, words(6))
    other = one.fork()
    message = (
        "the pool must have at least 2 of its 3 blocks free. Got 1: release a "
        "sequence, or make a larger pool."
    )
    with refusal(message, RuntimeError):  # a copy, and one more
        other.step(model, words(3))
    check(pool, [one, other])
    assert (other.num_tokens, pool.copies) == (6, 0)
    other.release()
    other.release()  # once more does nothing
    check(pool, [one])
    with pytest.raises(ValueError, match="context_length=40"):
        PagedCache(BlockPool(20, 4)).step(model, words(41))


def test_what_does_not_fit_a_pool_is_refused():
    refuses("num_blocks must be at least 1. Got 0.", BlockPool, 0, 4)
    refuses("block_size must be at least 1. Got -1.", BlockPool, 4, -1)
    cache = PagedCache(BlockPool(8, 4))
    model = MODELS["gpt"]().eval()
    refuses(
        "ids must have shape (batch=1, num_new). Got (2, 3).",
        cache.step, model, words(6).view(2, 3),
    )  # fmt: skip
    cache.step(model, words(3))
    with pytest.raises(ValueError, match="caches must be like those that the pool"):
        PagedCache(cache.pool).step(MODELS["one head"]().eval(), words(3))
    with pytest.raises(ValueError, match=r"caches must be like those .*float64"):
        PagedCache(cache.pool).step(MODELS["gpt"]().double().eval(), words(3))
    check(cache.pool, [cache])

    def windowed() -> nn.Module:
        return Attention(12, 12, 40, 0.0, 3, mask=SlidingWindow(2))

    short = GPT(11, 40, 12, 1, 3, attention=windowed).eval()
    with pytest.raises(ValueError, match="must hold all 6 tokens of one sequence"):
        PagedCache(BlockPool(8, 4)).step(short, words(6))
    state: Any = [StateCache(torch.ones(1, 2, 3), 3)]
    with unchecked(), pytest.raises(ValueError, match="cache must be KVCache"):
        cache.write(state)
