import torch
from attention.examples import load_trained, story_ids


def run(model, ids, caches, start):
    x, longer = model.embed(ids, start), []
    for block, cache in zip(model.blocks, caches, strict=True):
        x, cache = block.forward_with_cache(x, cache)
        longer.append(cache)
    return model.out_head(model.final_norm(x)), longer


model = load_trained("story")
with torch.no_grad():
    for forget in (False, True):
        right = 0
        for i in range(0, 100, 4):
            text = story_ids[i : i + 25]
            _, caches = run(model, text[:16], [None], 0)
            for p in range(16, 24):
                start = 0 if forget else p
                logits, caches = run(model, text[p : p + 1], caches, start)
                right += (logits.argmax() == text[p + 1]).item()
        print(f"{right} of 200 next words right")
