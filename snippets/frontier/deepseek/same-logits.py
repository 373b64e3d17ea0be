import torch
from attention.examples import tiny_deepseek
from attention.loaders import load_deepseek, read_safetensors

stored = read_safetensors(tiny_deepseek() / "logits.safetensors")
ids, model = stored["ids"], load_deepseek(tiny_deepseek())
caches, rows = None, []
with torch.no_grad():
    explicit = model(ids)
    for token in ids.split(1, dim=1):
        row, caches = model.forward_with_cache(token, caches)
        rows.append(row)
absorbed = torch.cat(rows, dim=1)
print("transformers'", stored["logits"][0, -1, :4])
for name, logits in {"explicit": explicit, "absorbed": absorbed}.items():
    off = (logits - stored["logits"]).abs().max()
    print(f"{name:13}", logits[0, -1, :4], f"off by {off:.5f}")
print("the cache of a block:", list(caches[0].compressed.shape))
