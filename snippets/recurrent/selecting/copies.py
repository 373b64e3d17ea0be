import torch
from attention import Indexer, SelectiveAttention, SlidingWindow
from attention.examples import load_trained, said_twice

torch.manual_seed(123)
ids = said_twice(500, 12, torch.Generator().manual_seed(1))
for name in ("all keys", "window", "untrained", "taught"):
    model = load_trained("induction")
    layer = model.layers[1]
    if name == "window":
        layer.mask = SlidingWindow(4)
    elif name != "all keys":
        taught = name == "taught"
        indexer = load_trained("indexer") if taught else Indexer(32, 2, 8)
        model.layers[1] = SelectiveAttention(layer, indexer, top_k=4)
    with torch.no_grad():
        right = model(ids[:, :-1]).argmax(dim=-1) == ids[:, 1:]
    print(f"{name:9}  right {right[:, 12:].float().mean():4.0%}")
