import torch
from attention import inputs

torch.dot(inputs, inputs[1])  # raises RuntimeError: 1D tensors expected
