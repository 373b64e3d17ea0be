from attention import inputs

query, key = inputs[1], inputs[0]  # journey, your

score = 0.0
for i in range(3):
    score += query[i].item() * key[i].item()
    print(f"after feature {i}: {score:.4f}")
