from attention.distributed import SHAPES, bytes_kept

shape, tokens, sequences = SHAPES["Llama 3 70B"], 8192, 16
state = sum(bytes_kept(shape, "zero-3", 256, tokens)[:3])
inputs = bytes_kept(shape, "tensor", 8, tokens).activations * sequences
measured = 71.9 * 2**30
print(f"weights, gradients, Adam's state: {state / 1e9:.1f} GB")
print(f"inputs of the blocks:             {inputs / 1e9:.1f} GB")
print(
    f"both {(state + inputs) / 1e9:.1f} of {measured / 1e9:.1f} GB measured"
)
