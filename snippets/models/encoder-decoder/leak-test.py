# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import Transformer
from attention.examples import target_tokens, tokens
from attention.plotting import heatmap

source = torch.tensor([[1, 2, 3, 4, 5, 6]])
target = torch.tensor([[0, 1, 2, 3]])
torch.manual_seed(123)
model = Transformer(7, 8, 8, 16, 2, 2)


def changed_rows(other_source, other_target):
    change = model(other_source, other_target) - model(source, target)
    return (change.abs().amax(-1)[0] > 1e-5).int().tolist()


found = []
for place in range(4):
    other = target.clone()
    other[0, place] = 6
    found.append(changed_rows(source, other))
    print("target", place, found[-1])
for place in range(6):
    other = source.clone()
    other[0, place] = 0
    found.append(changed_rows(other, target))
    print("source", place, found[-1])

columns = ["<start>", *target_tokens[:3]]
_, ax = plt.subplots(figsize=(4.8, 4.4), layout="constrained")
table = torch.tensor(found).float()
heatmap(table, rows=[*columns, *tokens], columns=columns, decimals=0, ax=ax)
ax.set(xlabel="row of logits", ylabel="the word that is changed")
plt.show()
