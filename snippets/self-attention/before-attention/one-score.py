from math import tanh

query = (-0.43, -2.19)  # from journey
key = (-1.34, -0.27)  # from one
v = (-2, 2)

score = 0.0
for i in range(2):
    hidden = tanh(query[i] + key[i])
    score += v[i] * hidden
    print(f"tanh({query[i] + key[i]:.2f}) = {hidden:.4f}")
print(f"score: {score:.4f}")
