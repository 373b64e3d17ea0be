import torch
from attention.gallery import build

sizes = {
    "vocab_size": 50,
    "max_position_embeddings": 64,
    "num_hidden_layers": 3,
    "hidden_size": 32,
    "rms_norm_eps": 1e-5,
    "rope_theta": 10000.0,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 12,
    "intermediate_size": 64,
    "num_experts_per_tok": 2,
}
glm = {
    "model_type": "glm4_moe",
    "attention_bias": True,
    "partial_rotary_factor": 0.5,
    "use_qk_norm": True,
    "first_k_dense_replace": 1,
    "moe_intermediate_size": 16,
    "n_routed_experts": 8,
    "routed_scaling_factor": 2.5,
}
minimax = {
    "model_type": "minimax_m2",
    "rotary_dim": 6,
    "num_local_experts": 8,
}
for entries in (glm, minimax):
    torch.manual_seed(123)
    model = build(sizes | entries).double().eval()
    ids = torch.randint(50, (1, 40))
    caches, rows = None, []
    with torch.no_grad():
        whole = model(ids)
        for token in ids.split(1, dim=1):
            row, caches = model.forward_with_cache(token, caches)
            rows.append(row)
    off = (torch.cat(rows, dim=1) - whole).abs().max()
    query = model.blocks[0].attention.W_query
    print(entries["model_type"], "logits", list(whole.shape))
    print(f"  with the cache, off by {off:.10f}")
    print(f"  scales of its norm of queries: {query.norm.scale.numel()}")
