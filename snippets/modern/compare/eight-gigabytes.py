memory = 8e9
for name, bytes_of_a_token in {
    "Gemma 2B": 18_432,
    "Llama 3 8B": 131_072,
    "DeepSeek-V3": 70_272,
}.items():
    print(f"{name:11} {memory // bytes_of_a_token:>9,.0f} tokens")
print(f"Mistral 7B  {4096 * 131_072 / 1e9:.2f} GB for any longer text")
