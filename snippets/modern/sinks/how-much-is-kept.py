import math

kept = 8 / (8 + math.exp(0))
print(f"answer: {kept:.3f}")

print(f"the weight of one key, or of the sink: {kept / 8:.3f}")
print(f"eight keys and no sink: {8 / 8:.3f}")
