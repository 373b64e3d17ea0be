from tempfile import TemporaryDirectory

import torch
from attention import ChunkedMask, SlidingWindow
from attention.examples import drawn_checkpoint
from attention.gallery import build, load

stored = drawn_checkpoint("llama4")  # four layers, chunks of 32
first, second, third = stored.ids[None, :96].split(32, dim=1)
ids = torch.cat([first, second, third], dim=1)
swapped = torch.cat([second, first, third], dim=1)


@torch.no_grad()
def moved(model):
    logits = model(ids)[0]
    off = (model(swapped)[0] - logits)[64:].abs().max() / logits.std()
    return f"the third chunk moves by {off:.3f}"


with TemporaryDirectory() as folder:
    model = load(stored.write(folder), dtype=torch.float64)
print("four layers, chunks: ", moved(model))
for block in model.blocks:
    if isinstance(block.attention.mask, ChunkedMask):
        block.attention.mask = SlidingWindow(32)
print("four layers, windows:", moved(model))
by_layer = ("no_rope_layers", "moe_layers", "layer_types")
deeper = {
    **stored.config,
    "num_hidden_layers": 8,
    **dict.fromkeys(by_layer),
}
torch.manual_seed(123)
print("eight layers, chunks:", moved(build(deeper).double()))
