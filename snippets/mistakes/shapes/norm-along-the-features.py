import torch
import torch.nn.functional as F

queries = torch.tensor(
    [
        [
            [[3.0, 4.0], [6.0, 8.0], [0.0, 5.0]],
            [[4.0, 0.0], [8.0, 6.0], [2.0, 0.0]],
        ]
    ]
)
normed = F.normalize(queries, dim=-1)

print("lengths:", normed.norm(dim=-1))
print("head 0: ", normed[0, 0, 1])
