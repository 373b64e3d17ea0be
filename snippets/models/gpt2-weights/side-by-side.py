from attention.examples import tiny_gpt2
from attention.loaders import load_gpt2, read_safetensors

tensors = read_safetensors(tiny_gpt2() / "model.safetensors")
together = tensors["transformer.h.0.attn.c_attn.weight"]
queries, keys, values = together.split(24, dim=1)
print(together.shape, queries.shape)

attention = load_gpt2(tiny_gpt2()).blocks[0].attention
print(queries[:3, 0], attention.W_query.weight[0, :3].detach())
print(keys[:3, 0], attention.W_key.weight[0, :3].detach())
print(values[:3, 0], attention.W_value.weight[0, :3].detach())
