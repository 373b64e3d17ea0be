from attention.examples import tiny_llama
from attention.loaders import load_llama, read_safetensors

stored = read_safetensors(tiny_llama() / "logits.safetensors")
model = load_llama(tiny_llama())
logits = model(stored["ids"]).detach()
print(list(logits.shape))
print("ours         ", logits[0, -1, :4])
print("transformers'", stored["logits"][0, -1, :4])
largest = (logits - stored["logits"]).abs().max()
print(f"largest difference {largest:.5f}")
