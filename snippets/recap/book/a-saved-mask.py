import torch
from attention import MultiHeadAttention

layer = MultiHeadAttention(3, 2, 6, 0.0, num_heads=2)
saved = layer.state_dict()
print("ours saves:", *saved)

saved["mask"] = torch.ones(6, 6).triu(diagonal=1)  # the book's saves it
del saved["mask"]  # ours has none
print(layer.load_state_dict(saved))
