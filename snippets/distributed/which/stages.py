from attention.distributed import SHAPES, bytes_kept

print("GB on each GPU      1 GPU  8 GPUs      64   1,024")
for name, tokens in (
    *(("GPT-2", 1024), ("Llama 3 70B", 8192), ("DeepSeek-V3", 8192)),
):
    for way in ("data", "zero-1", "zero-2", "zero-3"):
        row = [
            bytes_kept(SHAPES[name], way, ranks, tokens).total / 1e9
            for ranks in (1, 8, 64, 1024)
        ]
        print(f"{name:11} {way:7}", *(f"{each:7.1f}" for each in row))
for name in ("Llama 3 70B", "DeepSeek-V3"):
    inputs = (
        bytes_kept(SHAPES[name], "zero-3", 1024, 8192).activations / 1e9
    )
    print(f"{name} inputs of the blocks: {inputs:.1f}")
