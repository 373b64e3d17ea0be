import torch
import torch.nn.functional as F
from attention import Transformer
from attention.examples import greedy


def batch(size, generator):
    digits = torch.randint(10, (size, 8), generator=generator)
    start, end = torch.full((size, 1), 10), torch.full((size, 1), 11)
    reversed_ = torch.cat([start, digits.flip(1), end], dim=1)
    return digits, reversed_[:, :-1], reversed_[:, 1:]


torch.set_num_threads(1)  # steps are so small that one core is fastest
torch.manual_seed(0)
model = Transformer(10, 12, 9, d_model=64, num_layers=1, num_heads=1)
model.double()  # so that every machine gets the same losses
generator = torch.Generator().manual_seed(0)
optimizer = torch.optim.AdamW(model.parameters(), lr=0.003)

for _ in range(100):
    source, written, targets = batch(16, generator)
    logits = model(source, written)
    loss = F.cross_entropy(logits.flatten(0, 1), targets.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

source, _, targets = batch(500, generator)  # new ones
answers = greedy(model, source, start=10, end=11, max_new=9)
right = (answers == targets).all(dim=1).sum()
print(f"{100 * 16:,} of {10**8:,} sources seen")
print(f"{right} of 500 reversed, at least 490")
