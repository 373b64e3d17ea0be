import torch
from attention import load_gpt2, read_safetensors, tiny_gpt2


def spoil(block, mistake):
    layer = block.attention
    if mistake == "queries and values exchanged":
        layer.W_query, layer.W_value = layer.W_value, layer.W_query
    if mistake == "square c_proj not transposed":
        layer.out_proj.weight = torch.nn.Parameter(layer.out_proj.weight.T)
    if mistake == "2 heads for 4":
        layer.num_heads = 2
    if mistake == "exact GELU":
        block.feed_forward.layers[1] = torch.nn.GELU()


stored = read_safetensors(tiny_gpt2() / "logits.safetensors")
print(f"{'spread':28} {stored['logits'].std():.6f}")
for mistake in (
    "queries and values exchanged",
    "square c_proj not transposed",
    "2 heads for 4",
    "exact GELU",
):
    model = load_gpt2(tiny_gpt2(), dtype=torch.float64)
    for block in model.blocks:
        spoil(block, mistake)
    off = (model(stored["ids"]) - stored["logits"]).abs().max()
    print(f"{mistake:28} {off:.6f}")
