from attention import grouped_costs, latent_costs

models = {
    "GPT-2": grouped_costs(768, 12, 12, 64),
    "Gemma 2B": grouped_costs(2048, 8, 1, 256),
    "Mistral 7B": grouped_costs(4096, 32, 8, 128),
    "Llama 3 8B": grouped_costs(4096, 32, 8, 128),
    "DeepSeek-V3": latent_costs(7168, 128, 128, 512, 64, 1536),
}
for name, costs in models.items():
    print(f"{name:11} {costs.weights // costs.per_key:>5,} keys")
