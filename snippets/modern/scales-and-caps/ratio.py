from tempfile import TemporaryDirectory

import torch
from attention.examples import drawn_checkpoint
from attention.gallery import load

stored = drawn_checkpoint("granite")
with TemporaryDirectory() as folder, torch.no_grad():
    model = load(stored.write(folder), torch.float64)
right = None
for of_embeddings, of_parts in ((12, 0.22), (12 / 0.22, 1), (12, 1)):
    model.tok_emb[1].factor = of_embeddings
    for block in model.blocks:
        block.factor = of_parts
    with torch.no_grad():
        logits = model(stored.ids[None])
    right = logits if right is None else right
    off = (logits - right).abs().max() / right.std()
    print(
        f"embeddings × {of_embeddings:.2f}, parts × {of_parts:.2f}: ",
        end="",
    )
    print(f"off by {off:.4f}")
