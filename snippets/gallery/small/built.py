import torch
from attention.gallery import build

sizes = {
    "vocab_size": 100,
    "hidden_size": 48,
    "intermediate_size": 64,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 64,
    "rms_norm_eps": 1e-5,
    "rope_theta": 1e4,
}
phi = {"partial_rotary_factor": 0.5, "sliding_window": None}
granite = {
    "embedding_multiplier": 12.0,
    "attention_multiplier": 1 / 12,
    "residual_multiplier": 0.22,
    "logits_scaling": 16.0,
}
command = {"sliding_window": 8, "layer_norm_eps": 1e-5, "logit_scale": 0.25}
of_command = {n: v for n, v in sizes.items() if n != "rms_norm_eps"}
configs = {
    "phi3": sizes | phi,
    "smollm3": sizes,
    "granite": sizes | granite,
    "cohere2": of_command | command,  # Command R7B's model_type
}
generator = torch.Generator().manual_seed(123)
ids = torch.randint(100, (1, 40), generator=generator)

for name, config in configs.items():
    torch.manual_seed(123)
    model = build(config | {"model_type": name}).double().eval()
    caches, rows = None, []
    with torch.no_grad():
        whole = model(ids)
        for token in ids.split(1, dim=1):
            logits, caches = model.forward_with_cache(token, caches)
            rows.append(logits)
    off = (torch.cat(rows, dim=1) - whole).abs().max()
    print(f"{name:8}{list(whole.shape)}, token by token {off:.5f} off")
