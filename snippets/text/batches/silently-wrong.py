import warnings

import torch

warnings.simplefilter("ignore")  # torch warns that this .T is deprecated
torch.manual_seed(123)
queries, keys = torch.rand(4, 4, 4), torch.rand(4, 4, 4)

wrong = queries @ keys.T
right = queries @ keys.transpose(1, 2)
print(wrong.shape, right.shape)
print("equal:", torch.allclose(wrong, right, atol=1e-6))
print("by hand, query 0 and key 1 of row 2:")
print(f"  {torch.dot(queries[2, 0], keys[2, 1]):.4f}")
print(f"  {right[2, 0, 1]:.4f} right, {wrong[2, 0, 1]:.4f} wrong")
