from tempfile import TemporaryDirectory

import torch
from attention import (
    ChunkedMask,
    PositionTemperature,
    RotaryPositions,
    SlidingWindow,
)
from attention.examples import drawn_checkpoint
from attention.gallery import load

stored = drawn_checkpoint("llama4")  # chunks of 32, steps of 40


def weighed_outputs(block):
    block.feed_forward.weigh_inputs = False


def all_turned(block):
    block.attention.rotary = RotaryPositions(160, 10).double()


def no_qk_norm(block):
    layer = block.attention
    if layer.rotary is not None:
        layer.W_query = layer.W_query.projection
        layer.W_key = layer.W_key.projection


def windows(block):
    if isinstance(block.attention.mask, ChunkedMask):
        block.attention.mask = SlidingWindow(32)


def one_temperature(block):
    if isinstance(block.attention.attend, PositionTemperature):
        block.attention.attend.scale = 0.0


@torch.no_grad()
def logits(spoil=lambda block: None):
    with TemporaryDirectory() as folder:
        model = load(stored.write(folder), dtype=torch.float64)
    for block in model.blocks:
        spoil(block)
    return model(stored.ids[None])[0]


right = logits()
wrong = (weighed_outputs, all_turned, no_qk_norm, windows, one_temperature)
print("error / std      8 tokens  150 tokens  first seen at")
for spoil in wrong:
    off = (logits(spoil) - right).abs().amax(dim=-1) / right.std()
    first = (off > 1e-10).nonzero()[0].item()
    print(
        f"{spoil.__name__:15} {off[:8].max():9.3f} {off.max():11.3f}"
        f"{first:9}"
    )
