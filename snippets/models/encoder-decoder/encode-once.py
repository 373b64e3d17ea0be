import torch
from attention import Transformer

source = torch.tensor([[1, 2, 3, 4, 5, 6]])
target = torch.tensor([[0, 1, 2, 3]])
torch.manual_seed(123)
model = Transformer(7, 8, 8, 16, 2, 2)
logits = model(source, target)

memory, mask = model.encode(source)  # once
for n in range(1, 5):
    last = model.decode(target[:, :n], memory, mask)[:, -1]
    print(n, last[0, :2].detach(), logits[0, n - 1, :2].detach())
