from attention.examples import inputs
from torch.nn.functional import cosine_similarity

journey, starts = inputs[1], inputs[2]
cosine = cosine_similarity(journey, starts, dim=0)

print(f"three decimals: {cosine:.3f}")
print(f"four decimals:  {cosine:.4f}")
