import torch
from attention.gallery import build

config = {
    "model_type": "deepseek_v32",
    "vocab_size": 50,
    "max_position_embeddings": 64,
    "num_hidden_layers": 3,
    "hidden_size": 32,
    "rms_norm_eps": 1e-6,
    "rope_theta": 10000.0,
    "num_attention_heads": 4,
    "q_lora_rank": 24,
    "kv_lora_rank": 16,
    "qk_nope_head_dim": 8,
    "qk_rope_head_dim": 4,
    "v_head_dim": 8,
    "intermediate_size": 64,
    "first_k_dense_replace": 1,  # dense layers before those of experts
    "moe_intermediate_size": 16,
    "n_routed_experts": 8,
    "num_experts_per_tok": 2,
    "n_group": 4,
    "topk_group": 2,
    "routed_scaling_factor": 2.5,
    "index_topk": 8,  # the next three: V3.2 alone
    "index_n_heads": 16,
    "index_head_dim": 8,
}
torch.manual_seed(123)
model = build(config).double().eval()
ids = torch.randint(50, (1, 40))
caches, rows = None, []
with torch.no_grad():
    whole = model(ids)
    for token in ids.split(1, dim=1):
        row, caches = model.forward_with_cache(token, caches)
        rows.append(row)
off = (torch.cat(rows, dim=1) - whole).abs().max()
print("logits", list(whole.shape))
print(f"with the cache, off by {off:.10f}")
print("latent vectors ", list(caches[0].compressed.shape))
print("index keys     ", list(caches[0].index_keys.shape))
