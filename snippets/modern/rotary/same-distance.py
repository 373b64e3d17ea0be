# pip install attention-verified
import torch
from attention import rotate

query = torch.tensor([[2.0, 0.5]])
key = torch.tensor([[1.5, -0.5]])
for m, n in ((3, 1), (10, 8), (1002, 1000), (3, 2)):
    turned_query = rotate(query, torch.tensor([m]))
    turned_key = rotate(key, torch.tensor([n]))
    score = turned_query @ turned_key.T
    print(f"{m:4} - {n:4} = {m - n}: {score.item():.3f}")
