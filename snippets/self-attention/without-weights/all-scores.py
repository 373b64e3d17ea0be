from attention.examples import inputs

scores = inputs @ inputs.T  # (6, 3) @ (3, 6) -> (6, 6)
print(scores)
print("multiplications:", 6 * 6 * 3, "for 12 words:", 12 * 12 * 3)
