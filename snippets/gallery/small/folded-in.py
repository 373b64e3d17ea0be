from tempfile import TemporaryDirectory

import torch
from attention.examples import drawn_checkpoint
from attention.gallery import load

stored = drawn_checkpoint("granite")
with TemporaryDirectory() as folder, torch.no_grad():
    model = load(stored.write(folder), torch.float64)
    before = model(stored.ids[None])
    for name, parts in {
        "embeddings": model.tok_emb,
        "logits": model.out_head,
    }.items():
        table, times = parts.children()
        print(f"{name} times {times.factor:g}")
        table.weight *= times.factor
        times.factor = 1.0
    for block in model.blocks:
        block.attention.out_proj.weight *= block.factor
        block.feed_forward.W_down.weight *= block.factor
        block.factor = 1.0
        block.attention.W_query.weight *= block.attention.attend.factor
        block.attention.attend.factor = 1.0
    off = (model(stored.ids[None]) - before).abs().max() / before.std()
print(f"logits change by {off:.4f}")
