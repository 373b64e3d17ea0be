from tempfile import TemporaryDirectory

import torch
from attention.examples import drawn_checkpoint
from attention.gallery import load

stored = drawn_checkpoint("qwen2")
for turned in (False, True):
    with TemporaryDirectory() as folder, torch.no_grad():
        model = load(stored.write(folder), torch.float64)
        layers = [block.attention for block in model.blocks]
        for layer in layers:
            layer.rotary = layer.rotary if turned else None
        before = model(stored.ids[None])
        for layer in layers:
            layer.W_key.bias = None
        off = (model(stored.ids[None]) - before).abs().max() / before.std()
    print(f"rotary positions {turned!s:5}: logits change by {off:.2f}")
