from attention.gallery import count, outline, release

scout = release("llama-4-scout")
counts = count(outline(scout.config))  # without numbers
print(f"{counts.parameters:,} parameters, published: {scout.parameters}")
print(f"{counts.active:,} for each token, published: {scout.active}")
print(f"{scout.config['num_local_experts']} experts in each layer")
print("chunks:", [layer.window for layer in counts.layers[:4]], "…")
tokens = 32768
kept = 2 * counts.cached(tokens)  # two bytes for each number
without = 2 * sum(layer.growing for layer in counts.layers) * tokens
print(f"{kept:,} bytes of cache, without chunks {without:,}")
