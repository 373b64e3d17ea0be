from tempfile import TemporaryDirectory

import torch
from attention import ChunkedMask
from attention.examples import drawn_checkpoint
from attention.gallery import load

stored = drawn_checkpoint("llama4")  # chunks of 32
with TemporaryDirectory() as folder:
    model = load(stored.write(folder), dtype=torch.float64)
ids, other = stored.ids[None, :40], stored.ids[None, :40].clone()
other[0, 0] = (other[0, 0] + 1) % 31  # another first token


@torch.no_grad()
def apart():
    off = (model(other) - model(ids)).abs().amax(dim=-1)[0]
    return f"position 31: {off[31]:.3f}, position 32: {off[32]:.3f}"


print("as it is       ", apart())
for block in model.blocks:
    block.attention.mask = ChunkedMask(32)
print("only with chunks", apart())
