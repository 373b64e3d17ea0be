import torch
from attention.examples import inputs

before = inputs.clone()
x_2 = inputs[1]
x_2 /= x_2.norm()

alike = torch.equal(inputs, before)
assert alike, "inputs were changed"  # raises AssertionError: inputs were
