import torch
from attention.gallery import build

dense = {
    "model_type": "qwen3",
    "vocab_size": 100,
    "hidden_size": 48,
    "intermediate_size": 64,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 16,  # 4 heads of 16 are 64 features, not 48
    "max_position_embeddings": 64,
    "rms_norm_eps": 1e-6,
    "rope_theta": 1e6,
}
experts = {"num_experts": 8, "num_experts_per_tok": 2}
mixed = {"model_type": "qwen3_moe", "moe_intermediate_size": 32}
generator = torch.Generator().manual_seed(123)
ids = torch.randint(100, (1, 40), generator=generator)

for config in (dense, dense | experts | mixed):
    torch.manual_seed(123)
    model, caches, rows = build(config).eval(), None, []
    with torch.no_grad():
        whole = model(ids)
        for token in ids.split(1, dim=1):
            logits, caches = model.forward_with_cache(token, caches)
            rows.append(logits)
    off = (torch.cat(rows, dim=1) - whole).abs().max()
    print(config["model_type"], list(whole.shape))
    print(f"token by token: largest difference {off:.5f}")
