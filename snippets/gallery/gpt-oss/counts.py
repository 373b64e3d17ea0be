from attention.gallery import count, outline, release

small = release("gpt-oss-20b")
counts = count(outline(small.config))  # without numbers
used = counts.active - counts.embeddings
print(f"{counts.parameters:,} parameters, published: {small.parameters}")
print(f"{used:,} for each token, published: {small.active}")
print(f"{small.config['num_experts_per_tok']} of", end=" ")
print(f"{small.config['num_local_experts']} experts for each token")

print("windows:", [layer.window for layer in counts.layers[:4]], "…")
tokens = 32768
kept = 2 * counts.cached(tokens)  # two bytes for each number
without = 2 * sum(layer.growing for layer in counts.layers) * tokens
print(f"{kept:,} bytes of cache, without windows {without:,}")
