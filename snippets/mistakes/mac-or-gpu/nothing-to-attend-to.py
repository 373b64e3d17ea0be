import torch
from attention import masked_attention_weights
from attention.examples import inputs

mask = torch.ones(6, 6, dtype=torch.bool).tril(diagonal=-1)  # row 0: none
weights = masked_attention_weights(inputs @ inputs.T, mask)
print(weights[0], weights[1], sep="\n")
