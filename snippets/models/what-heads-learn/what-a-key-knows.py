import torch
from attention.examples import load_trained

model = load_trained("induction")
ids = torch.tensor([[7, 3, 12, 5, 9], [7, 8, 12, 5, 9]])  # 3 became 8
with torch.no_grad():
    x = model.positions(model.tok_emb(ids))
    for norm, layer in zip(model.norms, model.layers, strict=True):
        keys = layer.W_key(norm(x))
        print("key of 12 unchanged:", torch.equal(*keys[:, 2]))
        x = x + layer(norm(x))
