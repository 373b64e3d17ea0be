import math

print(f"answer: {math.exp(-8 / 2):.4f}")

print(f"without the exponential: {1 - 8 / 2:.4f}")
print(f"at distance 4: {math.exp(-4 / 2):.4f}")
print(f"with the last head's slope, 1/256: {math.exp(-8 / 256):.4f}")
