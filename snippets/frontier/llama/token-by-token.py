import torch
from attention.examples import tiny_llama
from attention.loaders import load_llama, read_safetensors

stored = read_safetensors(tiny_llama() / "logits.safetensors")
ids, model = stored["ids"], load_llama(tiny_llama())
caches, rows = None, []
with torch.no_grad():
    for token in ids.split(1, dim=1):
        logits, caches = model.forward_with_cache(token, caches)
        rows.append(logits)
largest = (torch.cat(rows, dim=1) - stored["logits"]).abs().max()
print(f"150 tokens, one at a time: largest difference {largest:.5f}")
print("keys of a block:", list(caches[0].keys.shape))
