import math

print("      keys  factor  weight  with the factor")
for keys in (8_000, 100_000, 1_000_000, 10_000_000):
    factor = 1 + 0.1 * math.log(1 + keys // 8192)
    weights = []
    for score in (12.0, 12.0 * factor):  # all other scores are 0
        weights.append(math.exp(score) / (math.exp(score) + keys - 1))
    print(f"{keys:10,} {factor:7.2f} {weights[0]:7.2f} {weights[1]:16.2f}")
