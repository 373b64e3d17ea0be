import torch
from attention.examples import inputs

W_query = torch.tensor(
    [[-0.9724, -0.7550], [0.3239, -0.1085], [0.2103, -0.3908]]
)
W_key = torch.tensor(
    [[-0.4796, -0.5166], [-0.3107, 0.2057], [0.9657, 0.7057]]
)
query = torch.tensor([-1.1729, -0.0048])
x_1, x_2 = inputs[:2]
score = (x_2 @ W_query) @ (x_2 @ W_key)  # omega 22
print(f"answer: {score:.4f}")

print(
    f"divided by the root of two, which comes later: {score / 2**0.5:.4f}"
)
print(f"the key of your, x_1: {(x_2 @ W_query) @ (x_1 @ W_key):.4f}")
print(f"W_query for the key, too: {(x_2 @ W_query) @ (x_2 @ W_query):.4f}")
print(
    f"the printed query, by the key of W_key: {query @ (x_2 @ W_key):.4f}"
)
print("the score as printed, which these matrices do not make: 0.1376")
