import torch
from attention.distributed import (
    BlockPool,
    PagedCache,
    continuous_batches,
    static_batches,
)
from attention.examples import load_trained, story_ids

model = load_trained("story")
lengths = [3, 11, 5, 2, 9, 4, 7, 6]
prompts = [story_ids[None, 7 * i : 7 * i + 4 + i % 3] for i in range(8)]


def serve(batches):
    pool = BlockPool(num_blocks=15, block_size=4)
    texts, caches, most = dict(enumerate(prompts)), {}, 0
    for slots in batches:
        for i in list(caches.keys() - set(slots)):
            caches.pop(i).release()  # it has all its words
        for i in (i for i in slots if i is not None):
            cache = caches.setdefault(i, PagedCache(pool))
            new = texts[i][:, cache.num_tokens :]
            word = cache.step(model, new)[:, -1:].argmax(dim=-1)
            texts[i] = torch.cat([texts[i], word], dim=1)
        most = max(most, 15 - len(pool.free))
    return texts, most


alone = [model.generate(prompts[i], num_new=lengths[i]) for i in range(8)]
for rule in (static_batches, continuous_batches):
    batches = rule(lengths, 3)
    texts, most = serve(batches)
    same = sum(torch.equal(texts[i], alone[i]) for i in range(8))
    print(f"{rule.__name__:19}{len(batches)} steps,", end=" ")
    print(f"at most {most} blocks, {same} of 8 texts as alone")
