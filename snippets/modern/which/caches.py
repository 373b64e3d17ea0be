# pip install attention-verified
from attention import grouped_costs, latent_costs

names = ["layers", "heads", "width", "groups", "latent", "window", "tokens"]
models = {
    "GPT-2": (12, 12, 64, 12, 0, 0, 1024),
    "Gemma 2B": (18, 8, 256, 1, 0, 0, 8192),
    "Mistral 7B": (32, 32, 128, 8, 0, 4096, 8192),
    "Llama 3 8B": (32, 32, 128, 8, 0, 0, 8192),
    "DeepSeek-V3": (61, 128, 128, 0, 512 + 64, 0, 8192),
}
print("model      ", *names, "   GiB multi-head")
for name, sizes in models.items():
    layers, heads, width, groups, latent, window, tokens = sizes
    d_model = heads * width  # the cache does not depend on it
    multi_head = grouped_costs(d_model, heads, heads, width)
    if latent:
        costs = latent_costs(d_model, heads, width, latent - 64, 64)
    else:
        costs = grouped_costs(d_model, heads, groups, width)
    kept = min(window or tokens, tokens)
    gib = layers * kept * costs.cached * 2 / 2**30  # two bytes each
    of_multi_head = layers * tokens * multi_head.cached * 2 / 2**30
    columns = [f"{x:{len(n)}}" for n, x in zip(names, sizes, strict=True)]
    print(f"{name:11}", *columns, f"{gib:6.3f} {of_multi_head:10.3f}")
