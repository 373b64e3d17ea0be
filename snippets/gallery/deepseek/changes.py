from attention.gallery import count, outline, release

v3 = dict(release("deepseek-v3.2").config, model_type="deepseek_v3")
v3 = {k: v for k, v in v3.items() if not k.startswith("index_")}
k2 = release("kimi-k2").config


def layer(**changes):
    """Count a layer of experts: the third of three, after a dense one."""
    config = v3 | {"first_k_dense_replace": 1} | changes
    two, three = (
        count(outline(config | {"num_hidden_layers": n})).parameters
        for n in (2, 3)
    )
    return three - two


as_in_v3 = layer()
for entry in ("num_attention_heads", "n_routed_experts"):
    more = layer(**{entry: k2[entry]}) - as_in_v3
    print(f"{entry}: {v3[entry]} to {k2[entry]}")
    print(f"{more:+18,} in a layer, {60 * more / 1e9:+.1f} billion in 60")
