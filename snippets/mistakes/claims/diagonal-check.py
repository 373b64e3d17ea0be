import torch
from attention import attention_weights
from attention.examples import inputs

best = attention_weights(inputs @ inputs.T).argmax(dim=-1)

own = (best == torch.arange(6)).all()
assert own, "others are higher"  # raises AssertionError: others are higher
