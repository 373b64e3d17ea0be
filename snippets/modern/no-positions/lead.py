import math

lead = 10  # of one score over all the others
print("   keys  weight  with the temperature")
for n in (4096, 32_768, 131_072, 1_048_576):
    factor = 1 + 0.1 * math.log(1 + n // 8192)
    weights = [
        math.exp(f * lead) / (math.exp(f * lead) + n - 1)
        for f in (1, factor)
    ]
    print(f"{n:9,}   {weights[0]:.2f}   {weights[1]:.2f}")
