import torch
from attention import load_gpt2, read_safetensors, tiny_gpt2

tensors = read_safetensors(tiny_gpt2() / "model.safetensors")
together = tensors["transformer.h.0.attn.c_attn.weight"]
queries, keys, values = together.split(24, dim=1)
print(together.shape, queries.shape)

attention = load_gpt2(tiny_gpt2()).blocks[0].attention
print(torch.equal(attention.W_query.weight, queries.T))
print(torch.equal(attention.W_key.weight, keys.T))
print(torch.equal(attention.W_value.weight, values.T))
