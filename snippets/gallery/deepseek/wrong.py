from pathlib import Path

import torch
from attention import DeepSeekRouter
from attention.examples import drawn_checkpoint
from attention.gallery import load


def every_key(model):
    for block in model.blocks:
        block.attention.top_k = 150


def neighbours(model):
    order = [0, 2, 4, 1, 3, 5, 6, 7, 8, 9]  # the first 6 are turned
    for block in model.blocks:
        turn = block.attention.indexer.rotary
        turn.register_forward_pre_hook(
            lambda _, args: (args[0][..., order], *args[1:])
        )


def no_bias(model):
    for module in model.modules():
        if isinstance(module, DeepSeekRouter):
            module.bias.zero_()


mistakes = [
    ("deepseek_v32", "every key is attended to", every_key),
    ("deepseek_v32", "indexer: pairs of neighbours", neighbours),
    ("kimi_k2", "no bias in the router", no_bias),
]
for name, mistake, spoil in mistakes:
    folder = Path(name)
    folder.mkdir(exist_ok=True)
    stored = drawn_checkpoint(name)
    stored.write(folder)
    right, wrong = (load(folder, torch.float64) for _ in range(2))
    with torch.no_grad():
        spoil(wrong)
        logits = right(stored.ids[None])[0]
        off = (wrong(stored.ids[None])[0] - logits).abs()
    off = [off[:n].max() / logits.std() for n in (24, 150)]
    print(f"{mistake:29} 24 tokens {off[0]:.2f}, 150 tokens {off[1]:.2f}")
