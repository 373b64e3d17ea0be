vocab_size, d_model, context_length = 50_257, 768, 1024
print(f"answer: {vocab_size * d_model}")

print(f"the table of positions: {context_length * d_model}")
print(f"with a bias for each word: {vocab_size * (d_model + 1)}")
