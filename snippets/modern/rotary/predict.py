from math import cos

print(f"answer: {cos(12 - 10):.4f}")

print(f"positions added up: {cos(12 + 10):.4f}")
print(f"only the query is turned: {cos(12):.4f}")
print(f"nothing is turned: {1:.4f}")
