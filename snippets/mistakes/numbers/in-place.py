# runs on the CPU: the message names the kind of tensor
import torch

scores = torch.ones(6, 6, requires_grad=True)
weights = torch.softmax(2 * scores, dim=-1)
weights *= torch.tril(torch.ones(6, 6))
weights.sum().backward()  # raises RuntimeError: one of the variables
