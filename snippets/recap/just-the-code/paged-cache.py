# pip install torch
# MIT licence, Copyright (c) 2026 The Attention, verified developers.

import torch


class BlockPool:
    """Keys and values of many sequences, in blocks of equal size."""

    def __init__(self, num_blocks, block_size, num_heads, head_dim):
        shape = (num_blocks, 2, num_heads, block_size, head_dim)
        self.rows = torch.zeros(shape)
        self.block_size = block_size
        self.users = [0] * num_blocks

    def take(self):
        if 0 not in self.users:
            raise RuntimeError("all blocks are in use")
        block = self.users.index(0)
        self.users[block] = 1
        return block


class PagedCache:
    """The cache of one sequence in one layer: a table of blocks."""

    def __init__(self, pool):
        self.pool, self.table, self.num_tokens = pool, [], 0

    def append(self, keys, values):
        """Keep new tokens, (num_heads, num_new, head_dim) each."""
        pool = self.pool
        for row in torch.stack([keys, values]).unbind(dim=2):
            slot = self.num_tokens % pool.block_size
            if slot == 0:
                self.table.append(pool.take())
            elif pool.users[self.table[-1]] > 1:  # copy on write
                shared = self.table[-1]
                self.table[-1] = pool.take()
                pool.rows[self.table[-1]] = pool.rows[shared]
                pool.users[shared] -= 1
            pool.rows[self.table[-1], :, :, slot] = row
            self.num_tokens += 1

    def read(self):
        """Return all keys and values, in the order of the tokens."""
        rows = self.pool.rows[self.table].movedim(0, 2).flatten(2, 3)
        keys, values = rows[:, :, : self.num_tokens]
        return keys, values

    def fork(self):
        """Return a sequence that begins with the same tokens."""
        other = PagedCache(self.pool)
        other.table, other.num_tokens = list(self.table), self.num_tokens
        for block in self.table:
            self.pool.users[block] += 1
        return other

    def release(self):
        """Give back the blocks that no other sequence has."""
        for block in self.table:
            self.pool.users[block] -= 1
        self.table, self.num_tokens = [], 0


if __name__ == "__main__":  # an example
    pool = BlockPool(num_blocks=8, block_size=4, num_heads=2, head_dim=3)
    first = PagedCache(pool)
    first.append(torch.rand(2, 6, 3), torch.rand(2, 6, 3))
    second = first.fork()
    for cache in (first, second):
        cache.append(torch.rand(2, 3, 3), torch.rand(2, 3, 3))
    print(first.table, second.table)  # the full block is shared
    print(first.read()[0].shape)
