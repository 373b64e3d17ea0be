import torch

W_query, W_key, W_value = (torch.rand(3, 2) for _ in range(3))
parameters = W_query.numel() + W_key.numel() + W_value.numel()

print("words  weight parameters  attention weights")
for words in (2, 6, 1000):
    print(f"{words:5}  {parameters:17}  {words * words:17}")
