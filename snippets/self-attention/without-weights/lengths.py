from attention import inputs, tokens

scores = inputs @ inputs.T
lengths = inputs.norm(dim=-1)

print("          length  with itself  with journey")
for i, token in enumerate(tokens):
    itself, journey = scores[i, i], scores[i, 1]
    print(f"{token:8}  {lengths[i]:.4f}  {itself:.4f}       {journey:.4f}")
