from attention.examples import held_out_phrases, load_trained, translate

model = load_trained("translator")
english, hindi = zip(*held_out_phrases, strict=True)
written = translate(model, english)
right = sum(w == h for w, h in zip(written, hindi, strict=True))
print(f"{sum(p.numel() for p in model.parameters()):,} parameters")
print(right, "of 160 right; at least 155:", right >= 155)
