from tempfile import TemporaryDirectory

import torch
from attention import LatentAttention, RotaryPositions, TransformerBlock
from attention.examples import drawn_checkpoint
from attention.gallery import load
from torch import nn


def no_convolution(model):
    for conv in model.modules():
        if isinstance(conv, nn.Conv1d):
            nn.init.zeros_(conv.weight[..., :-1])
            nn.init.ones_(conv.weight[..., -1])


def gate_of_silu(model):
    for block in model.blocks:
        block.attention.activation = nn.functional.silu


def latent_turned(model):
    for block in model.blocks:
        if isinstance(block.attention, LatentAttention):
            block.attention.rotary = RotaryPositions(160, 6).double()


def one_speed(model):
    for block in model.blocks:
        if hasattr(block.attention, "speeds"):
            block.attention.speeds = block.attention.speeds[:1] * 4


def usual_residual(model):
    for i, block in enumerate(model.blocks):
        parts = block.attention, block.feed_forward
        model.blocks[i] = TransformerBlock(24, *parts)
        model.blocks[i].norm_1 = block.norm_1
        model.blocks[i].norm_2 = block.norm_2


wrong = {
    "qwen3_next": [no_convolution],
    "kimi_linear": [gate_of_silu, latent_turned],
    "minimax": [one_speed, usual_residual],
}
print("                 first token  first 8  all 150")
for name, mistakes in wrong.items():
    stored = drawn_checkpoint(name)
    for mistake in mistakes:
        with TemporaryDirectory() as folder, torch.no_grad():
            model = load(stored.write(folder), torch.float64)
            right = model(stored.ids[None])[0]
            mistake(model)
            off = (model(stored.ids[None])[0] - right).abs()
        off = off.amax(dim=-1) / right.std()
        errors = f"{off[0]:12.2f}{off[:8].max():9.2f}{off.max():9.2f}"
        print(f"{mistake.__name__:16}{errors}")
