import torch
from attention import inputs

by_loops, multiplications = torch.zeros(6, 6), 0
for i in range(6):
    for j in range(6):
        for feature in range(3):
            by_loops[i, j] += inputs[i, feature] * inputs[j, feature]
            multiplications += 1

scores = inputs @ inputs.T  # (6, 3) @ (3, 6) -> (6, 6)
print(scores)
print("the same:", torch.allclose(scores, by_loops, atol=1e-6))
print("multiplications:", multiplications, "for 12 words:", 12 * 12 * 3)
