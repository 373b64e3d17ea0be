import torch
import torch.nn.functional as F
from attention import inputs, position_table, tokens

torch.manual_seed(20)
ids = torch.randint(6, (8,))
X = inputs[ids] + position_table[:8]

words = X - position_table[:8]
cosines = F.cosine_similarity(X[:, None], inputs, dim=-1)
readings = {
    "dot product, without": (words @ inputs.T).argmax(dim=-1),
    "cosine, with places": cosines.argmax(dim=-1),
    "distance, with places": torch.cdist(X, inputs).argmin(dim=-1),
    "distance, without": torch.cdist(words, inputs).argmin(dim=-1),
}
for name, read in readings.items():
    print(f"{name:22}", *(tokens[i] for i in read))
print("starts - journey ", inputs[2] - inputs[1])
print("added in place 6 ", position_table[6])
assert torch.equal(readings["distance, without"], ids)
