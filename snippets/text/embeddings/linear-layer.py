import torch
import torch.nn.functional as F

torch.manual_seed(123)
embedding = torch.nn.Embedding(9, 3)
linear = torch.nn.Linear(9, 3, bias=False)
linear.weight.data = embedding.weight.data.T  # Linear stores (out, in)

ids = torch.tensor([1, 8, 3, 5, 7, 4, 6, 2])
from_linear = linear(F.one_hot(ids, num_classes=9).float())
print(torch.allclose(from_linear, embedding(ids), atol=1e-6))
