import torch
from attention.gallery import build

common = {
    "vocab_size": 100,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 256,
}
granite = common | {
    "model_type": "granitemoehybrid",
    "layer_types": ["mamba", "mamba", "attention"],
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
lfm2 = common | {
    "model_type": "lfm2",
    "layer_types": ["conv", "conv", "full_attention"],
    "conv_L_cache": 3,
    "rope_theta": 10000.0,
    "norm_eps": 1e-5,
}
for config in (granite, lfm2):
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
    print(config["model_type"], list(whole.shape))
    print("  off by less than 1e-12:", (off < 1e-12).item())
    print("  state of layer 0:", list(caches[0].state.shape))
