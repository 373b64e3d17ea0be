import torch
from attention import attention_weights
from attention.examples import inputs

backwards = inputs.flip(0)
first = attention_weights(inputs @ inputs.T) @ inputs
second = attention_weights(backwards @ backwards.T) @ backwards

same = torch.allclose(first, second, atol=1e-2)
assert same, "order shows"  # raises AssertionError: order shows
