import torch
from attention import MultiHeadAttention

torch.manual_seed(123)
layer = MultiHeadAttention(768, 768, 1024, 0.0, 12, qkv_bias=True)
wrong = MultiHeadAttention(768, 768, 1024, 0.0, 12, qkv_bias=True)
state = layer.state_dict()
for part in ("weight", "bias"):  # read as V, K, Q
    query, value = state[f"W_query.{part}"], state[f"W_value.{part}"]
    state[f"W_query.{part}"], state[f"W_value.{part}"] = value, query
print(wrong.load_state_dict(state))

x = torch.randn(2, 16, 768)
for output in (layer(x), wrong(x)):
    print(output.shape, output[0, 0, :3].detach())
