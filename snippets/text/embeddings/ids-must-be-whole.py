import torch

embedding = torch.nn.Embedding(9, 3)

embedding(torch.tensor([8.0]))  # raises RuntimeError: Expected tensor for
