import torch
from attention import SelfAttentionV2

torch.manual_seed(123)
layer = SelfAttentionV2(3, 2)
initial = layer.state_dict()["W_value.weight"]

shared = initial.data_ptr() == layer.W_value.weight.data_ptr()
assert not shared, "initial is no copy"  # raises AssertionError: initial
