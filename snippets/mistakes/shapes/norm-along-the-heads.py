import torch
import torch.nn.functional as F

# 1 sentence, 2 heads, 3 words, 2 features of each head
queries = torch.tensor(
    [
        [
            [[3.0, 4.0], [6.0, 8.0], [0.0, 5.0]],
            [[4.0, 0.0], [8.0, 6.0], [2.0, 0.0]],
        ]
    ]
)
print("lengths:", F.normalize(queries).norm(dim=-1))

print("before: ", F.normalize(queries)[0, 0, 1])
queries[0, 1] *= 10  # the other head
print("after:  ", F.normalize(queries)[0, 0, 1])
