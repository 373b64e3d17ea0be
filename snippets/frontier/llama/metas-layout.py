from attention import to_halves
from attention.examples import tiny_llama
from attention.loaders import load_llama, read_safetensors

stored = read_safetensors(tiny_llama() / "logits.safetensors")
model = load_llama(tiny_llama())
for block in model.blocks:
    layer = block.attention
    for linear, heads in ((layer.W_query, 6), (layer.W_key, 2)):
        halves = linear.weight.data.view(heads, 2, 4, 24)
        meta = halves.transpose(1, 2).reshape(linear.weight.shape)
        linear.weight.data = (
            meta  # as in Meta's files: pairs are neighbours
        )


def error():
    off = (model(stored["ids"]) - stored["logits"]).abs().amax(dim=-1)[0]
    return f"position 0: {off[0]:.4f}, position 149: {off[149]:.4f}"


print("as stored   ", error())
for block in model.blocks:
    layer = block.attention
    for linear, heads in ((layer.W_query, 6), (layer.W_key, 2)):
        linear.weight.data = to_halves(linear.weight.data, heads)
print("to_halves   ", error())
