import torch
from attention import shift_matrix

blocks = []
for frequency in 10000 ** (-torch.arange(0, 6, 2) / 6):
    sin, cos = torch.sin(frequency), torch.cos(frequency)  # k = 1
    blocks.append(torch.tensor([[cos, sin], [-sin, cos]]))
M_1 = torch.block_diag(*blocks)
print(M_1)

packaged = shift_matrix(torch.tensor(1), d_model=6)
print(f"from the package's: {(M_1 - packaged).abs().max():.5f}")
