import torch
from attention import shift_matrix

M_2, M_3, M_5, back = shift_matrix(torch.tensor([2, 3, 5, -3]), d_model=64)
identity = torch.eye(64)
for name, product, expected in (
    ("keeps lengths", M_3.T @ M_3, identity),
    ("two, then three", M_3 @ M_2, M_5),
    ("there and back", back @ M_3, identity),
):
    off = (product - expected).abs().max()
    print(f"{name:15} {off:.4f} off at most")
