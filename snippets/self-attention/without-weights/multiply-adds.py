import torch
from attention import inputs

scores = torch.zeros(6, 6)
in_loops = 0
for i in range(6):
    for j in range(6):
        for k in range(3):
            scores[i, j] += inputs[i, k] * inputs[j, k]
            in_loops += 1

product = inputs @ inputs.T
in_product = product.numel() * inputs.shape[1]  # features for each score
print("same numbers:", torch.allclose(scores, product, atol=1e-6))
print("multiply-adds in the loops:", in_loops)
print("multiply-adds in the product:", in_product)
print("in a product for 12 words:", 12 * 12 * 3)
