import torch
import torch.nn.functional as F

torch.manual_seed(123)
queries = torch.randn(2, 4, 6, 8)  # sentences, heads, words, features
lengths = F.normalize(queries).norm(dim=-1)
good = torch.allclose(lengths, torch.ones(2, 4, 6))
assert good, (
    "each query must have length 1"
)  # raises AssertionError: each query
