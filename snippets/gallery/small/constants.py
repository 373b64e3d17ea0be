from attention.gallery import describe, outline, release

config = release("granite-3-8b").config
width = config["hidden_size"] // config["num_attention_heads"]
print(f"scores: times 1/{1 / config['attention_multiplier']:g}")
print(f"width of a head: {width}, its root {width**0.5:.1f}")
whole, _, layers = describe(outline(config))
print("embeddings:", whole["embeddings"])
print("each part adds:", layers["A"]["each part adds"])
print("logits:", whole["logits"])
