"""A paged cache: many sequences keep their keys and values in one pool of blocks.

A sequence has a table of blocks, in the order of its tokens: token t is in slot
t % block_size of block table[t // block_size]. Blocks are taken when tokens come, so at
most block_size - 1 slots of a sequence are empty. Sequences that begin alike can share
blocks; one that writes into a block that others have, too, copies it first (Kwon et
al., 2023, sections 4.1 to 4.4).

An engine's kernel reads blocks where they are. Here they are gathered into the caches
that the package's models take, so that the result is the same bit for bit.
"""

from collections.abc import Sequence
from typing import Any, cast

import torch
from jaxtyping import Float, Int64
from torch import Tensor

from attention.checks import check_shape, check_sizes
from attention.multi_head.kv_cache import KVCache, cached_tokens


class BlockPool:
    """Memory for the caches of many sequences of one model, in blocks of equal size.

    Args:
        num_blocks: The number of blocks.
        block_size: The number of tokens that a block has slots for.

    Attributes:
        users: By block, how many sequences have it in their table; 0 if it is free.
        copies: How often a block was copied because others had it, too.
        rows: Keys and values, (num_blocks, num_layers, 2, num_heads, block_size,
            head_dim), made by the first sequence that writes; None before.

    Raises:
        ValueError: If num_blocks or block_size is less than 1.
    """

    def __init__(self, num_blocks: int, block_size: int) -> None:
        check_sizes(num_blocks=num_blocks, block_size=block_size)
        self.block_size = block_size
        self.users = [0] * num_blocks
        self.copies = 0
        self.rows: Tensor | None = None

    @property
    def free(self) -> list[int]:
        """The blocks that no sequence has in its table."""
        return [block for block, users in enumerate(self.users) if not users]

    def take(self) -> int:
        """Return a free block, which now has one user.

        Raises:
            RuntimeError: If all blocks are in use.
        """
        self.check_free(1)
        block = self.free[0]
        self.users[block] = 1
        return block

    def copy(self, block: int) -> int:
        """Return a new block with what another holds, and leave that to its others.

        Args:
            block: A block with more than one user.

        Raises:
            RuntimeError: If all blocks are in use.
        """
        new = self.take()
        if self.rows is not None:
            self.rows[new] = self.rows[block]
        self.users[block] -= 1
        self.copies += 1
        return new

    def fit(self, rows: Float[Tensor, "layers 2 heads tokens width"]) -> None:
        """Make the memory for rows like these, if there is none yet.

        Args:
            rows: Keys and values of some tokens, in all layers.

        Raises:
            ValueError: If the memory is for others.
        """
        layers, _, heads, _, width = rows.shape
        shape = (len(self.users), layers, 2, heads, self.block_size, width)
        if self.rows is None:
            self.rows = rows.new_zeros(shape)
        found = tuple(self.rows.shape), self.rows.dtype, self.rows.device
        if found != (wanted := (shape, rows.dtype, rows.device)):
            raise ValueError(
                f"caches must be like those that the pool holds, {found}. Got {wanted}."
            )

    def check_free(self, needed: int) -> None:
        """Check that so many blocks are free.

        Args:
            needed: The number of blocks.

        Raises:
            RuntimeError: If fewer are.
        """
        free = len(self.free)
        if needed > free:
            raise RuntimeError(
                f"the pool must have at least {needed} of its {len(self.users)} blocks "
                f"free. Got {free}: release a sequence, or make a larger pool."
            )


class PagedCache:
    """The cache of one sequence, for all layers of a model, in blocks of a pool.

    Unlike a `KVCache` it is changed by each step; `fork` first to continue a sequence
    in several ways.

    Args:
        pool: Where the blocks are.

    Attributes:
        table: The blocks that hold the tokens, in order.
        num_tokens: The number of tokens so far.
    """

    def __init__(self, pool: BlockPool) -> None:
        self.pool = pool
        self.table: list[int] = []
        self.num_tokens = 0

    @torch.no_grad()
    def step(
        self, model: Any, ids: Int64[Tensor, "1 num_new"]
    ) -> Float[Tensor, "1 num_new vocab_size"]:
        """Run a model on new tokens, and keep their keys and values.

        If anything is raised, the sequence is as it was before.

        Args:
            model: A decoder whose layers keep a `KVCache` of the same shape each, such
                as GPT or Llama; in evaluation mode if it has dropout.
            ids: The new tokens, of one sequence.

        Returns:
            What the model's forward_with_cache returns, bit for bit.

        Raises:
            RuntimeError: If fewer blocks are free than the new tokens need.
            ValueError: If ids is not one sequence, the caches are of another kind or
                of another model than those in the pool, or as the model does.
        """
        check_shape("ids", ids, "batch num_new", batch=1)
        self.pool.check_free(self._missing(ids.shape[-1]))
        logits, caches = model.forward_with_cache(ids, self.read())
        self.write(caches)
        return logits

    def read(self) -> list[KVCache] | None:
        """Return the caches of all layers, gathered from the blocks; None if empty."""
        if self.pool.rows is None or not self.num_tokens:
            return None
        blocks = self.pool.rows[self.table]  # a copy, block after block
        rows = blocks.movedim(0, -3).flatten(-3, -2)[..., : self.num_tokens, :]
        return [KVCache(k[None], v[None], self.num_tokens) for k, v in rows]

    def write(self, caches: Sequence[KVCache]) -> None:
        """Keep the tokens of caches that come after those that are kept already.

        Args:
            caches: What a decoder's forward_with_cache returned, one for each layer.

        Raises:
            RuntimeError: If fewer blocks are free than the new tokens need.
            ValueError: If the caches are of another kind, of several sequences, without
                some of the tokens, or not like those that the pool holds.
        """
        rows, total = _stacked(caches)
        size, start = self.pool.block_size, self.num_tokens
        self.pool.check_free(self._missing(total - start))
        self.pool.fit(rows)
        if self._shares_last(total - start):  # copy on write
            shared = self.table[-1]
            self.table[-1] = self.pool.copy(shared)
        while len(self.table) * size < total:
            self.table.append(self.pool.take())
        places = torch.arange(start, total)
        blocks = torch.tensor(self.table)[places // size]
        new = rows[..., start:, :].movedim(-2, 0)
        cast("Tensor", self.pool.rows)[blocks, ..., places % size, :] = new
        self.num_tokens = total

    def fork(self) -> "PagedCache":
        """Return another sequence with the same tokens so far, in the same blocks."""
        other = PagedCache(self.pool)
        other.table, other.num_tokens = [*self.table], self.num_tokens
        for block in self.table:
            self.pool.users[block] += 1
        return other

    def release(self) -> None:
        """Forget all tokens, and give back the blocks that no other sequence has."""
        for block in self.table:
            self.pool.users[block] -= 1
        self.table, self.num_tokens = [], 0

    def _shares_last(self, num_new: int) -> bool:
        """Whether new tokens begin in a block that another sequence has, too."""
        partial = num_new > 0 and self.num_tokens % self.pool.block_size > 0
        return partial and self.pool.users[self.table[-1]] > 1

    def _missing(self, num_new: int) -> int:
        """The number of blocks that new tokens take."""
        needed = -(-(self.num_tokens + num_new) // self.pool.block_size)
        return needed - len(self.table) + self._shares_last(num_new)


def _stacked(caches: Sequence[KVCache]) -> tuple[Tensor, int]:
    """Return the keys and values of all layers in one tensor, and their tokens.

    Raises:
        ValueError: If they are of another kind, of several sequences, without some of
            the tokens, or of layers that are not alike.
    """
    for cache in caches:
        cached_tokens(cache, KVCache)
    shape, total = tuple(caches[0].keys.shape), caches[0].num_tokens
    for cache in caches:
        for tensor in (cache.keys, cache.values):
            if tuple(tensor.shape) != (1, *shape[1:-2], total, shape[-1]):
                raise ValueError(
                    f"caches must hold all {total} tokens of one sequence, in layers "
                    f"of equal shape, (1, num_heads, {total}, head_dim). "
                    f"Got {tuple(tensor.shape)} beside {shape}."
                )
    pairs = [torch.cat([cache.keys, cache.values]) for cache in caches]
    return torch.stack(pairs), total
