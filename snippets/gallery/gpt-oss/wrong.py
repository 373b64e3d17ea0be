from tempfile import TemporaryDirectory

import torch
from attention import AttentionCore, RotaryPositions, SlidingWindow
from attention.examples import drawn_checkpoint
from attention.gallery import load

stored = drawn_checkpoint("gpt_oss")  # windows of 20, bounds of 1


def halves(block):  # of a tensor with gate, up, gate, up, ...
    for expert in block.feed_forward.experts:
        for kind in ("weight", "bias"):
            gate, up = (
                getattr(m, kind).data for m in (expert.W_gate, expert.W_up)
            )
            rows = torch.stack([gate, up], dim=1).flatten(0, 1)
            gate.copy_(rows[: len(gate)])
            up.copy_(rows[len(gate) :])


def no_bounds(block):
    for expert in block.feed_forward.experts:
        expert.limit = torch.inf


def no_sinks(block):
    block.attention.attend = AttentionCore()


def no_yarn(block):
    block.attention.rotary = RotaryPositions(160, 10).double()


def one_key_more(block):
    if isinstance(block.attention.mask, SlidingWindow):
        block.attention.mask = SlidingWindow(21)


@torch.no_grad()
def logits(spoil=lambda block: None):
    with TemporaryDirectory() as folder:
        model = load(stored.write(folder), dtype=torch.float64)
    for block in model.blocks:
        spoil(block)
    return model(stored.ids[None])[0]


right = logits()
print("error / std   8 tokens  150 tokens")
for spoil in (halves, no_bounds, no_sinks, no_yarn, one_key_more):
    off = (logits(spoil) - right).abs() / right.std()
    print(f"{spoil.__name__:12} {off[:8].max():9.3f} {off.max():11.3f}")
