from attention.gallery import release

for name in (
    "minimax-m2",
    "kimi-linear-48b",
    "kimi-k2",
    "glm-4.5",
    "deepseek-v3.2",
):
    config = release(name).config
    scale = config.get("routed_scaling_factor", 1.0)
    groups = config.get("n_group", config.get("num_expert_group", 1))
    print(f"{name:16} sum {scale:.3f}, groups {groups}")
