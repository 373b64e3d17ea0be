weights, memory = 70_552_387_584, 80e9
inputs = 2 * 80 * 8192 * 8192  # of the blocks, as above
for name, size in (("float32", 4 + 4 + 4), ("8 bits", 4 + 1 + 1)):
    for ranks in (8, 16, 32):
        each = (2 + 2 + size) * weights / ranks + inputs
        if each <= memory:
            print(f"moments of {name}: {each / 1e9:.1f} GB on {ranks} GPUs")
            break
