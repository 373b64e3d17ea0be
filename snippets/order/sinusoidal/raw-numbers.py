import torch.nn.functional as F
from attention import inputs

journey, one = inputs[1], inputs[4]
for place in (0, 5, 500):
    both = F.cosine_similarity(journey + place, one + place, dim=0)
    print(f"place {place:3}: cosine of journey and one {both:.4f}")
