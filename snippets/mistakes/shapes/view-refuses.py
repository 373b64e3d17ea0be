import torch

contexts = torch.rand(2, 6, 2)  # heads, words, width of a head
contexts.transpose(0, 1).view(6, 4)  # raises RuntimeError: view size is not
