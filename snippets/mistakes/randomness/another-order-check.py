import torch
from torch import nn

torch.manual_seed(123)
W_key = nn.Linear(3, 2, bias=False)
W_query = nn.Linear(3, 2, bias=False)

torch.manual_seed(123)
drawn_first = nn.Linear(3, 2, bias=False)
alike = torch.equal(W_query.weight, drawn_first.weight)
assert alike, "W_query not first"  # raises AssertionError: W_query
