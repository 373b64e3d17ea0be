import torch
from attention.examples import plane_keys, plane_queries, plane_tokens

keys = plane_keys.clone()
keys[3] = torch.tensor([-4.0, 3.0])  # bike; it scores 6, as before

before = torch.softmax(plane_queries @ plane_keys.T / 2**0.5, dim=-1)
after = torch.softmax(plane_queries @ keys.T / 2**0.5, dim=-1)
for i in (7, 1):
    print(
        f"{plane_tokens[i]:4} reads the boat {before[i, 3]:.2f}", end=", "
    )
    print(f"the bike {after[i, 3]:.2f}")
