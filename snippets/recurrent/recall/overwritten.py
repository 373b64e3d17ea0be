import torch
from attention.examples import load_trained

writes = [("B", 12), ("F", 20), ("K", 3), ("B", 7)]
pairs = [(ord(key) - ord("A"), 32 + value) for key, value in writes]
ids = torch.tensor([*sum(pairs, ()), 1])  # and B is asked for
print(*(f"{key} = {value}" for key, value in writes), sep=", ")
print("B is now")
models = load_trained("rewritten")
for rule in ("softmax", "linear", "decay", "delta"):
    logits = models[rule](ids)[-1]
    shares, values = logits.softmax(dim=-1).topk(2)
    for value, share in zip(values, shares, strict=True):
        rule += f" {value} ({share:.2f})"
    print(rule)
