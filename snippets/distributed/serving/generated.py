from attention import generate
from attention.distributed import BlockPool, PagedCache
from attention.examples import load_trained, story_ids

model = load_trained("story")
cache = PagedCache(BlockPool(num_blocks=8, block_size=4))
ids = generate(
    lambda ids: cache.step(model, ids[:, cache.num_tokens :]),
    story_ids[None, :8],
    num_new=12,
)
print("paged:", *ids[0, 8:].tolist())
usual = model.generate(story_ids[None, :8], 12, use_cache=True)
print("usual:", *usual[0, 8:].tolist())
