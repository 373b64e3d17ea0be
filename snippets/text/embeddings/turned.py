import torch
from attention.examples import inputs, tokens

angle = torch.tensor(-1.0)  # in radians, in the plane of features 0 and 1
turn = torch.eye(3)
turn[0, :2] = torch.stack([angle.cos(), -angle.sin()])
turn[1, :2] = torch.stack([angle.sin(), angle.cos()])
turned = inputs @ turn.T

for name, table in [("before", inputs), ("after", turned)]:
    order = table[:, 0].argsort(descending=True).tolist()
    print(f"{name:6} {[tokens[i] for i in order]}")
    print(f"       journey with step: {table[1] @ table[5]:.4f}")
