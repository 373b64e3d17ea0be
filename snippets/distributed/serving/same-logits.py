import torch
from attention.distributed import BlockPool, PagedCache
from attention.examples import load_trained, story_ids

model = load_trained("story")
pool = BlockPool(num_blocks=20, block_size=4)
starts = ((0, 7), (40, 3), (90, 5))
texts = [story_ids[None, at : at + n] for at, n in starts]
paged, usual = [PagedCache(pool) for _ in texts], [None] * 3
same = total = 0
for step in range(12):
    for i, ids in enumerate(texts):  # in turns: their blocks get mixed
        new = ids if step == 0 else ids[:, -1:]
        logits = paged[i].step(model, new)
        with torch.no_grad():
            expected, usual[i] = model.forward_with_cache(new, usual[i])
        same += (logits == expected).sum().item()
        total += expected.numel()
        word = logits[:, -1:].argmax(dim=-1)
        texts[i] = torch.cat([ids, word], dim=1)
for cache in paged:
    print(f"{cache.num_tokens:2} tokens in blocks", *cache.table)
print(f"{same:,} of {total:,} logits are the same bit for bit")
