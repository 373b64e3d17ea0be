import torch
import torch.nn.functional as F
from attention.examples import inputs, position_table, tokens

torch.manual_seed(20)
ids = torch.randint(6, (8,))
X = inputs[ids] + position_table[:8]
words = X - position_table[:8]

near = {
    "dot product": lambda x: x @ inputs.T,
    "cosine": lambda x: F.cosine_similarity(x[:, None], inputs, dim=-1),
    "distance": lambda x: -torch.cdist(x, inputs),
}
read = {}
for given, x in (("with positions", X), ("without", words)):
    for way, measure in near.items():
        rows = read[f"{way}, {given}"] = measure(x).argmax(dim=-1)
        print(f"{way + ', ' + given:27}", *(tokens[i] for i in rows))
print("starts - journey   ", inputs[2] - inputs[1])
print("added at position 6", position_table[6])

right = [name for name, rows in read.items() if torch.equal(rows, ids)]
assert right == ["cosine, without", "distance, without"]
