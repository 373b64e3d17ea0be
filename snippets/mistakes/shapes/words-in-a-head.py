import torch
from attention.examples import tokens

Q = torch.arange(6)[:, None].repeat(1, 4)  # row i belongs to word i
heads = Q.view(2, 6, 2)  # heads, words, width of a head

print(heads.shape)
for head in heads:
    print([tokens[i] for i in head[:, 0]])
