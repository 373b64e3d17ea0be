from attention.distributed import (
    SHAPES,
    WAYS,
    bytes_kept,
    bytes_sent,
    step_operations,
)

name, ranks, tokens, gigabytes, teraflops = "Llama 3 70B", 64, 8192, 50, 989
shape = SHAPES[name]
computing = step_operations(shape, tokens) / (teraflops * 1e12)
print(f"{name} {ranks} GPUs {tokens} tokens", end=" ")
print(f"{gigabytes} GB/s {teraflops} TFLOP/s computing {computing:.2f} s")
for way in WAYS:
    try:
        keeps = bytes_kept(shape, way, ranks, tokens).total / 1e9
        sends = bytes_sent(shape, way, ranks, tokens) / 1e9
    except ValueError as error:
        print(f"{way:8} {error}")
    else:
        seconds = sends / gigabytes
        print(f"{way:8} {keeps:8.1f} GB {sends:8.1f} sent {seconds:8.2f} s")
