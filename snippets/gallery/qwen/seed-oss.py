from pathlib import Path

import torch
from attention.examples import drawn_checkpoint
from attention.gallery import count, load, outline, release

made = release("seed-oss-36b")
counts = count(outline(made.config))
print(f"{counts.parameters:,} parameters, published: {made.parameters}")
heads = made.config["num_attention_heads"] * made.config["head_dim"]
print(f"a token: {made.config['hidden_size']:,}, all heads: {heads:,}")

folder = Path("seed-oss")
folder.mkdir(exist_ok=True)
stored = drawn_checkpoint("seed_oss")
right = load(stored.write(folder), torch.float64)
wrong = load(folder, torch.float64)
for block in wrong.blocks:
    layer = block.attention
    for matrix in (layer.W_query, layer.W_key, layer.W_value):
        matrix.bias = None
logits = right(stored.ids)
error = (wrong(stored.ids) - logits).abs().max() / logits.std()
print(f"without biases: off by {error:.1f} standard deviations")
