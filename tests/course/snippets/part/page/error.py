import torch

torch.ones(2, 3) @ torch.ones(2, 3)  # raises RuntimeError: mat1 and mat2 shapes
