"""What is behind the general sentences of docs/distributed/serving.md."""

import random

import pytest
import torch

from attention import GPT, KVCache
from attention.distributed import (
    BlockPool,
    PagedCache,
    continuous_batches,
    static_batches,
)
from tests.facts.draw import draw
from tests.facts.says import says


def grown(cache: PagedCache, num_new: int) -> PagedCache:
    """The sequence with more tokens, whose keys do not matter."""
    total = cache.num_tokens + num_new
    rows = torch.zeros(1, 1, total, 1)
    cache.write([KVCache(rows, rows, total)])
    return cache


@pytest.mark.parametrize("size", [1, 3, 16])
def test_a_token_is_in_the_slot_that_the_table_says(size: int) -> None:
    says(
        "distributed/serving",
        r"Its *block table* says where its tokens are: with blocks of `B` slots, token `t` is in block number `t // B` of the table, in slot `t % B`.",
        "The blocks are out of order in memory, and attention is the same, because the table says in which slots the ten tokens are.",
    )
    B, pool = size, BlockPool(60, size)
    keys, cache, other = draw(0, 1, 1, 20, 3), PagedCache(pool), PagedCache(pool)
    for tokens in (5, 11, 20):  # in turns, so that the blocks are not in a row
        part = keys[:, :, :tokens]
        for sequence in (cache, other):
            sequence.write([KVCache(part, -part, tokens)])
    assert pool.rows is not None
    for t in range(20):
        block, slot = cache.table[t // B], t % B
        assert torch.equal(pool.rows[block, 0, 0, 0, slot], keys[0, 0, t])
        assert torch.equal(pool.rows[block, 0, 1, 0, slot], -keys[0, 0, t])
    assert cache.table != list(range(len(cache.table)))
    # the slots matter, and not that the keys of a last query come in order
    query, kept = draw(1, 3), keys[0, 0]
    for order in (torch.arange(20), torch.arange(20).flip(0)):
        weights = (kept[order] @ query).softmax(dim=0)
        torch.testing.assert_close(
            weights @ -kept[order], (kept @ query).softmax(dim=0) @ -kept
        )
    # a table with two blocks swapped says that empty slots are full
    swapped = [cache.table[-1], *cache.table[1:-1], cache.table[0]]
    found = pool.rows[swapped, 0, 0, 0].flatten(0, 1)[:20]
    assert (sorted(found.tolist()) == sorted(kept.tolist())) == (size == 1)


@pytest.mark.parametrize("B", [1, 4, 16])
def test_of_each_text_at_most_one_slot_less_than_a_block_is_empty(B: int) -> None:
    says(
        "distributed/serving",
        "Only a text's last block can have empty slots, and at least one of its slots is full.",
        r"So of \(n\) texts with lengths \(l_i\), the blocks have",
        r"\[ \sum_{i=1}^{n} (-l_i \bmod B) \le n \, (B - 1) \]",
        r"At most \(B - 1\) slots a text stay empty, beginnings are shared, and the logits are the same bit for bit.",
    )
    for seed in range(30):
        chance = random.Random(seed)
        n = chance.randint(1, 9)
        lengths = [chance.randint(1, 40) for _ in range(n)]
        pool = BlockPool(400, B)
        for l_i in lengths:
            grown(grown(PagedCache(pool), 1), l_i - 1)
        held = B * (400 - len(pool.free))
        empty = sum(-l_i % B for l_i in lengths)
        assert held - sum(lengths) == empty <= n * (B - 1)
    worst = [grown(PagedCache(BlockPool(9, B)), 1) for _ in range(5)]
    assert sum(B * len(each.table) - each.num_tokens for each in worst) == 5 * (B - 1)


def test_under_four_percent_holds_for_texts_of_a_few_hundred_tokens() -> None:
    says(
        "distributed/serving",
        "That holds here for a mean of a few hundred tokens; with a mean of 60, it is 11.6 %.",
    )
    chance = random.Random(0)

    def share(mean: float) -> float:
        """Drawn, not summed up."""
        drawn = [1 + int(chance.expovariate(1 / mean)) for _ in range(40_000)]
        held = sum(16 * -(-each // 16) for each in drawn)
        return 1 - sum(drawn) / held

    assert 0.110 < share(60) < 0.122
    assert share(130) > 0.04
    assert all(share(mean) < 0.04 for mean in (200, 300, 500, 1000))


def test_a_fork_copies_nothing_and_a_writer_copies_a_shared_block_only() -> None:
    says(
        "distributed/serving",
        "`fork` gives a second text the table of the first, and copies nothing.",
        "The first two copy it, and the third is then its only user.",
        "Eight tokens fill two blocks, nobody ever writes into them again, and nothing is copied.",
    )
    for tokens, copies in ((8, 0), (10, 2)):
        pool = BlockPool(20, 4)
        first = grown(PagedCache(pool), tokens)
        used = len(pool.free)
        readers = [first, first.fork(), first.fork()]
        assert (len(pool.free), pool.copies) == (used, 0)
        last = first.table[-1]
        for each in readers:
            grown(each, 1)
        assert pool.copies == copies
        assert [last in each.table for each in readers] == [copies == 0] * 2 + [True]


def test_keys_of_the_same_word_differ_after_other_words_but_in_the_first_layer() -> (
    None
):
    says(
        "distributed/serving",
        "A block can be shared only if everything up to its end is the same, because from the second layer on, keys and values depend on all the tokens before them.",
    )
    model = GPT(9, 8, 6, num_layers=2, num_heads=2).double().eval()
    one, other = torch.tensor([[1, 2, 3, 4]]), torch.tensor([[5, 2, 3, 4]])
    first, second = zip(
        model.forward_with_cache(one)[1],
        model.forward_with_cache(other)[1],
        strict=False,
    )
    assert torch.equal(first[0].keys[..., 1:, :], first[1].keys[..., 1:, :])
    assert not (second[0].keys == second[1].keys).any()


def test_a_full_pool_is_told_before_anything_is_computed_or_changed() -> None:
    says(
        "distributed/serving",
        "When a text needs a block and none is free, the cache says so before anything is computed or changed:",
    )
    model = GPT(9, 8, 6, num_layers=2, num_heads=2).eval()
    pool = BlockPool(1, 4)
    cache = PagedCache(pool)
    cache.step(model, torch.tensor([[1, 2, 3, 4]]))
    before, runs = pool.rows.clone(), []  # ty: ignore[possibly-missing-attribute]
    model.tok_emb.register_forward_pre_hook(lambda *_: runs.append(1))
    with pytest.raises(RuntimeError, match="at least 1 of its 1 blocks free"):
        cache.step(model, torch.tensor([[5]]))
    assert not runs
    assert (cache.table, cache.num_tokens, pool.users) == ([0], 4, [1])
    assert torch.equal(before, pool.rows)


def test_continuous_batches_end_soon_after_all_slots_were_busy() -> None:
    says(
        "distributed/serving",
        r"If all requests are there at the start, with lengths \(l_i\) and \(s\) slots, continuous batches take at most",
        r"\[ \frac{1}{s} \sum_i l_i + \Bigl(1 - \frac{1}{s}\Bigr) \max_i l_i \]",
        r"When the last request to end began, all slots were busy until then, so it began after at most \((\sum_i l_i - l) / s\) steps, where \(l\) is its own length.",
        "Slots that are refilled at once never take more steps than batches that end together, and often fewer where lengths differ.",
    )
    near, fewer = 0.0, 0
    for seed in range(300):
        chance = random.Random(seed)
        s = chance.randint(1, 6)
        lengths = [chance.choice([1, 2, 3, 20]) for _ in range(chance.randint(1, 20))]
        steps = continuous_batches(lengths, s)
        bound = 1 / s * sum(lengths) + (1 - 1 / s) * max(lengths)
        assert len(steps) <= bound + 1e-9
        near = max(near, len(steps) / bound)
        last = max(r for r in steps[-1] if r is not None)
        began = next(n for n, slots in enumerate(steps) if last in slots)
        assert all(None not in slots for slots in steps[:began])
        assert began <= (sum(lengths) - lengths[last]) / s
        static = len(static_batches(lengths, s))
        assert len(steps) <= static
        fewer += len(steps) < static
    assert near > 0.95  # it is not far from what happens
    assert fewer > 150
    assert len(static_batches([3, 1, 1], 3)) == len(continuous_batches([3, 1, 1], 3))
