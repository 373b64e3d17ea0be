from tempfile import TemporaryDirectory

import torch
from attention.examples import drawn_checkpoint
from attention.gallery import load

for name in ("qwen2", "qwen3"):
    stored = drawn_checkpoint(name)
    with TemporaryDirectory() as folder, torch.no_grad():
        model = load(stored.write(folder), torch.float64)
        before = model(stored.ids[None])
        for block in model.blocks:
            matrix = block.attention.W_query
            matrix = getattr(matrix, "projection", matrix)  # before a norm
            for parameter in matrix.parameters():
                parameter *= 10
        off = (model(stored.ids[None]) - before).abs().max() / before.std()
    print(f"{name}: logits change by {off:.4f}")
