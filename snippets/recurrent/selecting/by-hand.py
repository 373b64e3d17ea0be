import torch
from attention import index_scores

keys = torch.tensor([[1.0, 0.0], [0.0, 1.0], [-1.0, 1.0], [2.0, 2.0]])
queries = torch.tensor([[[1.0, 1.0]], [[-2.0, 1.0]]])  # two index heads
weights = torch.tensor([[1.0, 0.5]])
for head in range(2):
    matches = torch.relu(queries[head] @ keys.T)[0]
    print(f"head {head}:", *matches.tolist(), f" × {weights[0, head]}")
print("scores:", *index_scores(queries, keys, weights)[0].tolist())
