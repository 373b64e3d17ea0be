import torch
from attention import Transformer

torch.manual_seed(123)
model = Transformer(7, 8, 8, 16, 2, 2, pad_id=0)
source = torch.tensor([[1, 2, 3, 4, 5, 6], [5, 6, 0, 0, 0, 0]])
target = torch.tensor([[0, 1, 2, 3], [0, 2, 3, 7]])
alone = model(source[1:, :2], target[1:])

print(f"{(model(source, target)[1:] - alone).abs().max():.3f}")
model.pad_id = None
print(f"{(model(source, target)[1:] - alone).abs().max():.3f}")
