import torch
from attention.distributed import BlockPool, PagedCache
from attention.examples import load_trained, story_ids

model = load_trained("story")
pool = BlockPool(num_blocks=3, block_size=4)
one, other = PagedCache(pool), PagedCache(pool)
one.step(model, story_ids[None, :6])
other.step(model, story_ids[None, :4])
print(one.table, other.table, "free:", pool.free)
word = torch.tensor([[7]])
other.step(model, word)  # raises RuntimeError: the pool must have at
