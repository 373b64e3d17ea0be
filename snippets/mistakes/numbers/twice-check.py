import torch
from attention import attention_weights
from attention.examples import inputs

weights = torch.softmax(attention_weights(1000 * inputs @ inputs.T), dim=-1)

decided = weights[1].max() > 0.99
assert decided, "cannot choose"  # raises AssertionError: cannot choose
