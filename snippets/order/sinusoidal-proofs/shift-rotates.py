import torch
from attention import shift_matrix

M_2, M_3, M_5, back = shift_matrix(torch.tensor([2, 3, 5, -3]), d_model=64)
identity = torch.eye(64)
print("keeps lengths:", torch.allclose(M_3.T @ M_3, identity, atol=1e-5))
print("two, then three:", torch.allclose(M_3 @ M_2, M_5, atol=1e-5))
print("there and back:", torch.allclose(back @ M_3, identity, atol=1e-5))
