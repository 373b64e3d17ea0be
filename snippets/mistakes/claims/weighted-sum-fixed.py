from attention.examples import toy_values

second = toy_values[[0, 6, 2], 1]
print("second feature of your, step, starts:", second)
print(f"0.6 * 0.0 + 0.3 * 0.6 + 0.1 * 0.8 = {0.3 * 0.6 + 0.1 * 0.8:.2f}")
