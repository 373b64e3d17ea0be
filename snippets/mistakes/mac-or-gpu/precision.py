import torch

print("float32 products:", torch.get_float32_matmul_precision())
