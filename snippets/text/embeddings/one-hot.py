import torch
import torch.nn.functional as F
from attention import build_vocabulary, tokens

journey = torch.tensor(build_vocabulary(tokens)["journey"])

print(journey)
print(F.one_hot(journey, num_classes=9))
