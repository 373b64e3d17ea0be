import torch
from attention import shift_matrix, sinusoidal_positions

M_1 = shift_matrix(torch.tensor(1), d_model=6)
print(M_1)

for position in (0, 10):
    here = sinusoidal_positions(torch.tensor(position), d_model=6)
    following = sinusoidal_positions(torch.tensor(position + 1), d_model=6)
    print("moved on:", M_1 @ here)
    print(f"{position + 1:8}:", following)
