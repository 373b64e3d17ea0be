import torch
from attention.examples import inputs

score = 0.0  # of journey and your, feature by feature
for a, b in ((0.55, 0.43), (0.87, 0.15), (0.66, 0.89)):
    score += a * b
    print(f"{a} * {b} = {a * b:.4f}")
print(f"sum: {score:.4f}")

print("journey, your:", torch.dot(inputs[1], inputs[0]))
print("journey, with:", torch.dot(inputs[1], inputs[3]))
