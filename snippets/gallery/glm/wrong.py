from pathlib import Path

import torch
import torch.nn.functional as F
from attention import DeepSeekRouter, RotaryPositions
from attention.examples import drawn_checkpoint
from attention.gallery import load


def all_turned(model):
    for block in model.blocks:
        block.attention.rotary = RotaryPositions(160, 10).double()


def no_bias(model):
    for module in model.modules():
        if isinstance(module, DeepSeekRouter):
            module.bias.zero_()


def alone(_, args):
    heads = args[0].unflatten(-1, (-1, 10))  # each of these gets length √10
    return F.rms_norm(heads, (10,), eps=1e-6).flatten(-2)


def each_head_alone(model):
    for block in model.blocks:
        for linear in (block.attention.W_query, block.attention.W_key):
            linear.norm.register_forward_pre_hook(alone)


mistakes = [
    ("glm4_moe", "all features turned", all_turned),
    ("glm4_moe", "no bias in the router", no_bias),
    ("minimax_m2", "all features turned", all_turned),
    ("minimax_m2", "no bias in the router", no_bias),
    ("minimax_m2", "norm of each head alone", each_head_alone),
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
    off = [off[:n].max() / logits.std() for n in (1, 8, 150)]
    print(f"{name:11}{mistake:24}", *(f"{each:6.2f}" for each in off))
