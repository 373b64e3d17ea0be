of_one = 7_087_872
print(f"answer: {12 * of_one}")

print(f"one block, not twelve: {of_one}")
print(f"attention alone: {12 * 4 * 768 * 768 + 12 * 4 * 768}")
print(f"without biases and norms: {12 * 12 * 768**2}")
