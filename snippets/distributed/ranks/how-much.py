numbers, bytes_each, ranks = 8_030_261_248, 2, 8  # Llama 3 8B in bfloat16
gradients = numbers * bytes_each
sent = 2 * (ranks - 1) * gradients // ranks
print(f"gradients: {gradients / 1e9:.1f} GB, sent: {sent / 1e9:.1f} GB")
print(f"seconds at 50 GB a second: {sent / 50e9:.2f}")
