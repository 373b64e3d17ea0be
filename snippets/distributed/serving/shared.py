import torch
from attention.distributed import BlockPool, PagedCache
from attention.examples import load_trained, story_ids

model = load_trained("story")
for length in (8, 10):
    pool = BlockPool(num_blocks=12, block_size=4)
    first = PagedCache(pool)
    first.step(model, story_ids[None, :length])
    readers = [first, first.fork(), first.fork()]
    shared = 12 - len(pool.free)
    same = 0
    for n, cache in enumerate(readers):
        more = story_ids[None, 50 + n : 53 + n]
        logits = cache.step(model, more)
        alone = PagedCache(BlockPool(4, 4))
        alone.step(model, story_ids[None, :length])
        same += torch.equal(logits, alone.step(model, more))
    print(f"{length} tokens, three readers: {shared} blocks, not", end=" ")
    print(3 * shared, "; then copies:", pool.copies)
    print("  tables", *(cache.table for cache in readers))
    print(f"  {same} of 3 continue as if alone")
