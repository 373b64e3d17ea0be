import torch
from attention.gallery import build

config = {
    "model_type": "granitemoehybrid",
    "vocab_size": 100,
    "hidden_size": 32,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 256,
    "position_embedding_type": "nope",
    "mamba_n_heads": 8,
    "mamba_d_head": 8,
    "mamba_d_state": 6,
    "mamba_n_groups": 1,
    "mamba_d_conv": 4,
    "num_local_experts": 0,
    "shared_intermediate_size": 48,
    "embedding_multiplier": 12.0,
    "attention_multiplier": 0.125,
    "residual_multiplier": 0.22,
    "logits_scaling": 8.0,
    "rms_norm_eps": 1e-5,
}
ids = torch.randint(100, (1, 12))
reversed_ids = torch.cat([ids[:, :-1].flip(1), ids[:, -1:]], dim=1)
for kinds in (["attention"], ["mamba", "attention"]):
    sizes = {"num_hidden_layers": len(kinds), "layer_types": kinds}
    used = {
        n: v for n, v in config.items() if kinds[0] in n or "mamba" not in n
    }
    torch.manual_seed(123)
    model = build(used | sizes).double()
    with torch.no_grad():
        change = model(ids)[0, -1] - model(reversed_ids)[0, -1]
    print(kinds, "the same logits:", (change.abs().max() < 1e-12).item())
