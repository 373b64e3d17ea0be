import torch
from attention import Transformer
from attention.examples import fit, greedy


def unshifted(size, generator):
    digits = torch.randint(10, (size, 8), generator=generator)
    start = torch.full((size, 1), 10)
    written = torch.cat([start, digits.flip(1)], dim=1)
    return digits, written, written  # the targets are the input


torch.set_num_threads(1)
torch.manual_seed(0)
model = Transformer(10, 12, 9, 64, 1, 1).double()
generator = torch.Generator().manual_seed(0)
losses = fit(model, (unshifted(16, generator) for _ in range(100)), 0.003)
print(f"last loss {losses[-1]:.3f}")

source, _, _ = unshifted(500, generator)
answers = greedy(model, source, start=10, end=11, max_new=8)
right = (answers == source.flip(1)).all(dim=1).sum()
print(f"{right} of 500 reversed, at most 5")
