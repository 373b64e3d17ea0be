# pip install attention-verified
import torch
from attention.gallery import build

config = {
    "model_type": "qwen3_next",
    "vocab_size": 100,
    "hidden_size": 32,
    "num_hidden_layers": 4,
    "layer_types": ["linear_attention"] * 3 + ["full_attention"],
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 16,
    "max_position_embeddings": 256,
    "rope_theta": 10000.0,
    "rms_norm_eps": 1e-6,
    "linear_num_key_heads": 2,
    "linear_num_value_heads": 4,
    "linear_key_head_dim": 8,
    "linear_value_head_dim": 6,
    "linear_conv_kernel_dim": 4,
    "num_experts": 8,
    "num_experts_per_tok": 2,
    "moe_intermediate_size": 16,
    "shared_expert_intermediate_size": 16,
}
torch.manual_seed(123)
model = build(config).double().eval()
ids = torch.randint(100, (1, 40))
caches, rows = None, []
with torch.no_grad():
    whole = model(ids)
    for token in ids.split(1, dim=1):
        logits, caches = model.forward_with_cache(token, caches)
        rows.append(logits)
off = (torch.cat(rows, dim=1) - whole).abs().max()
print("logits", list(whole.shape))
print("with the cache, off by less than 1e-12:", (off < 1e-12).item())
print("states of layer 0:", list(caches[0].state.shape))
print("inputs of its convolution:", list(caches[0].inputs.shape))
print("keys of layer 3:", list(caches[3].keys.shape))
