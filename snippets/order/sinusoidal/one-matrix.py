import torch
from attention import shift_matrix, sinusoidal_positions

M_1 = shift_matrix(torch.tensor(1), d_model=6)
print(M_1)

for position in (0, 10, 1000):
    here = sinusoidal_positions(torch.tensor(position), d_model=6)
    following = sinusoidal_positions(torch.tensor(position + 1), d_model=6)
    print(position, torch.allclose(M_1 @ here, following, atol=1e-5))
