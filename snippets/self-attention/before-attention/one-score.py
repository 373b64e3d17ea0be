from math import tanh

asked = (-0.43, -2.19)  # by journey
offered = (-1.34, -0.27)  # by one
v = (-2, 2)

score = 0.0
for i in range(2):
    hidden = tanh(asked[i] + offered[i])
    score += v[i] * hidden
    print(f"tanh({asked[i] + offered[i]:.2f}) = {hidden:.4f}")
print(f"score: {score:.4f}")
