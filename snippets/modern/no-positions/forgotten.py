from tempfile import TemporaryDirectory

import torch
from attention import ChunkedMask, PositionTemperature, SlidingWindow
from attention.examples import drawn_checkpoint
from attention.gallery import load


def all_turned(block, turn):
    block.attention.rotary = turn


def none_turned(block, turn):
    block.attention.rotary = None


def windows(block, turn):
    if isinstance(block.attention.mask, ChunkedMask):
        block.attention.mask = SlidingWindow(block.attention.mask.chunk)


def one_temperature(block, turn):
    if isinstance(block.attention.attend, PositionTemperature):
        block.attention.attend.scale = 0.0


mistakes = [("smollm3", all_turned), ("smollm3", none_turned)]
mistakes += [("cohere2", all_turned), ("cohere2", none_turned)]
mistakes += [("llama4", all_turned), ("llama4", none_turned)]
mistakes += [("llama4", windows), ("llama4", one_temperature)]
print("error / std              1 token  8 tokens  32 tokens  150 tokens")
for name, spoil in mistakes:
    stored = drawn_checkpoint(name)
    with TemporaryDirectory() as folder, torch.no_grad():
        model = load(stored.write(folder), torch.float64)
        right = model(stored.ids[None])[0]
        turn = model.blocks[0].attention.rotary
        for block in model.blocks:
            spoil(block, turn)
        off = (model(stored.ids[None])[0] - right).abs() / right.std()
    errors = [off[:n].max() for n in (1, 8, 32, 150)]
    print(
        f"{name:8} {spoil.__name__:15}",
        *(f"{error:8.3f}" for error in errors),
    )
