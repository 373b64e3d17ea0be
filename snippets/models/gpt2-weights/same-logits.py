import torch
from attention import load_gpt2, read_safetensors, tiny_gpt2

model = load_gpt2(tiny_gpt2(), dtype=torch.float64)
stored = read_safetensors(tiny_gpt2() / "logits.safetensors")
ids, expected = stored["ids"], stored["logits"]
print(ids.shape, expected.shape)
print(torch.allclose(model(ids), expected, rtol=0, atol=1e-10))
