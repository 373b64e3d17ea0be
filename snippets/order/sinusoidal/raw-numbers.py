import torch.nn.functional as F
from attention.examples import inputs

journey, one = inputs[1], inputs[4]
for position in (0, 5, 500):
    both = F.cosine_similarity(journey + position, one + position, dim=0)
    print(f"position {position:3}: cosine of journey and one {both:.4f}")
