from attention.gallery import count, describe, outline, release

tokens = 32768
granite = release("granite-4-h-small")
lfm2 = {
    "model_type": "lfm2",
    "vocab_size": 65536,
    "hidden_size": 2048,
    "intermediate_size": 12288,
    "num_hidden_layers": 16,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "full_attn_idxs": [2, 5, 8, 10, 12, 14],
    "conv_L_cache": 3,
    "max_position_embeddings": 128000,
    "rope_theta": 1000000.0,
    "norm_eps": 1e-5,
}
for title, config, published in (
    (granite.title, granite.config, granite.parameters),
    ("LFM2 1.2B", lfm2, "1.17B"),
):
    model = outline(config)
    counts = count(model)
    growing = 2 * sum(layer.growing for layer in counts.layers)
    fixed = 2 * sum(layer.fixed for layer in counts.layers)
    print(f"{title}: {counts.parameters:,}, published: {published}")
    print(f"  active: {counts.active:,}")
    print(f"  {describe(model).letters}")
    print(f"  {growing:,} bytes a token + {fixed:,}")
    print(f"  {tokens:,} tokens: {2 * counts.cached(tokens):,}")
