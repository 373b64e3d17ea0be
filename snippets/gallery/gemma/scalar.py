from attention.gallery import release

for name in ("gemma-2-27b", "gemma-3-27b", "gemma-3-1b"):
    c = release(name).config
    share = c["hidden_size"] / c["num_attention_heads"]
    scalar, width = c["query_pre_attn_scalar"], c["head_dim"]
    print(f"{name:12s} scalar {scalar}, {share:g} a head; width {width}")
