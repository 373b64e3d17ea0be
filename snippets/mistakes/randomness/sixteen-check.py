import torch

torch.manual_seed(123)
few = torch.randn(5, 3)
torch.manual_seed(123)
many = torch.randn(6, 3)

alike = torch.allclose(few, many[:5], atol=1e-6)
assert alike, "more words, others"  # raises AssertionError: more words
