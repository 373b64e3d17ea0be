import math

maximum, total, score = 3.0, 1.5530, 4.0
print(f"answer: {total * math.exp(maximum - score) + 1:.4f}")

print(f"not rescaled: {total + 1:.4f}")
print(
    f"rescaled the wrong way: {total * math.exp(score - maximum) + 1:.4f}"
)
print(f"the new term alone: {1.0:.4f}")
