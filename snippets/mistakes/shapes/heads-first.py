import torch
from attention.examples import tokens

Q = torch.arange(6)[:, None].repeat(1, 4)
heads = Q.view(6, 2, 2).transpose(0, 1)  # cut each row, then heads first

print(heads.shape)
for head in heads:
    print([tokens[i] for i in head[:, 0]])
