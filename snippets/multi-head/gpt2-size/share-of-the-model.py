d_model, num_layers, vocabulary, context = 768, 12, 50257, 1024

attention = 4 * d_model * d_model + 4 * d_model  # with qkv_bias
feed_forward = 2 * 4 * d_model * d_model + 5 * d_model
norms = 2 * 2 * d_model  # two in each block, scale and shift
embeddings = (vocabulary + context) * d_model
blocks = num_layers * (attention + feed_forward + norms)
total = embeddings + blocks + 2 * d_model  # one more norm at the end

print("attention, twelve layers:", f"{num_layers * attention:,}")
print("the whole model:", f"{total:,}")
print(f"share: {num_layers * attention / total:.4f}")
