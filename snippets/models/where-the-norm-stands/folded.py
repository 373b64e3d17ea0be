from tempfile import TemporaryDirectory

import torch
from attention.examples import drawn_checkpoint
from attention.gallery import load

for name in ("mistral", "olmo2"):
    stored = drawn_checkpoint(name)
    with TemporaryDirectory() as folder, torch.no_grad():
        model = load(stored.write(folder), torch.float64)
        right = model(stored.ids[None])
        for block in model.blocks:
            layer, network = block.attention, block.feed_forward
            if name == "mistral":  # a norm, then matrices
                first, second = block.norm_1.scale, block.norm_2.scale
                for W in (layer.W_query, layer.W_key, layer.W_value):
                    W.weight *= first
                for W in (network.W_gate, network.W_up):
                    W.weight *= second
            else:  # a matrix, then a norm
                first, second = block.after_1.scale, block.after_2.scale
                layer.out_proj.weight *= first[:, None]
                network.W_down.weight *= second[:, None]
            for scale in (first, second):
                scale.fill_(1.0)
        off = (model(stored.ids[None]) - right).abs().max() / right.std()
    print(f"{name:8} {off:.4f} standard deviations off")
