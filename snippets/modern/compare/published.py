from attention import grouped_costs, latent_costs

models = {  # layers, and one of them
    "GPT-2": (12, grouped_costs(768, 12, 12, 64)),
    "Gemma 2B": (18, grouped_costs(2048, 8, 1, 256)),
    "Mistral 7B": (32, grouped_costs(4096, 32, 8, 128)),
    "Llama 3 8B": (32, grouped_costs(4096, 32, 8, 128)),
    "DeepSeek-V3": (61, latent_costs(7168, 128, 128, 512, 64, 1536)),
}
print(f"{'':11} {'weights':>14} {'bytes a token':>13} {'per key':>9}")
for name, (layers, costs) in models.items():
    weights, cached, per_key = (layers * number for number in costs)
    print(f"{name:11} {weights:>14,} {2 * cached:>13,} {per_key:>9,}")
