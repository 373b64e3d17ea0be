import torch
from attention.gallery import build, release

config = {
    **release("mistral-7b").config,
    "vocab_size": 100,
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_hidden_layers": 3,
    "num_attention_heads": 8,
    "num_key_value_heads": 2,
    "max_position_embeddings": 64,
    "sliding_window": 8,
}
torch.manual_seed(0)
model = build(config).double().eval()
ids = torch.randint(100, (1, 40))
other = ids.clone()
other[0, 0] = (ids[0, 0] + 1) % 100
changed = (model(other) - model(ids)).abs().amax(dim=-1)[0] > 0
print(
    "the last logits that the first token changes:",
    int(changed.nonzero().max()),
)
layers, window = 3, 8
print(layers * (window - 1))
print(f"{32 * (4096 - 1):,}")  # of Mistral 7B
