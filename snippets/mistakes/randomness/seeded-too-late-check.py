import torch
from attention import SelfAttentionV2


def program():
    layer = SelfAttentionV2(3, 2)
    torch.manual_seed(123)
    return layer.W_query.weight


alike = torch.equal(program(), program())
assert alike, "not seeded in time"  # raises AssertionError: not seeded
