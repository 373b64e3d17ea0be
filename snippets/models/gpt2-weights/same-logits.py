import torch
from attention.examples import tiny_gpt2
from attention.loaders import load_gpt2, read_safetensors

model = load_gpt2(tiny_gpt2(), dtype=torch.float64)
stored = read_safetensors(tiny_gpt2() / "logits.safetensors")
ids, expected = stored["ids"], stored["logits"]
print(ids.shape, expected.shape)
print(model(ids)[0, -1, :4].detach())
print(expected[0, -1, :4])
print(f"largest difference {(model(ids) - expected).abs().max():.9f}")
