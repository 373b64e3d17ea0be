from tempfile import TemporaryDirectory

import torch
from attention.examples import drawn_checkpoint
from attention.gallery import load

same = torch.full((1, 20), 7)
begun = same.clone()
begun[0, 0] = 3  # another first token
print("logits of the last token less those of the second")
for name in ("smollm3", "llama4", "mistral", "gpt_oss", "kimi_linear"):
    with TemporaryDirectory() as folder, torch.no_grad():
        folder = drawn_checkpoint(name).write(folder)
        model = load(folder, torch.float64)
        off = [
            (model(ids)[0, -1] - model(ids)[0, 1]).abs().max()
            for ids in (same, begun)
        ]
    print(f"{name:11} one token: {off[0]:.3f}, after another: {off[1]:.3f}")
