from attention.examples import tiny_gpt2
from attention.loaders import read_safetensors

tensors = read_safetensors(tiny_gpt2() / "model.safetensors")
for name, tensor in tensors.items():
    if ".h.1." not in name:  # the second block is like the first
        print(name, tuple(tensor.shape))
