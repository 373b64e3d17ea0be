def count(vocab, d, layers, attention, hidden, experts, k, shared, dense):
    """Weights of matrices: all, and those that a token uses."""
    expert = 3 * d * hidden  # SwiGLU
    mixtures = layers - len(dense)
    same = 2 * vocab * d + layers * attention + 3 * d * sum(dense)
    same += mixtures * (experts * d + shared * expert)  # the router, too
    return same + mixtures * experts * expert, same + mixtures * k * expert


four = 4 * 2048 * 2048  # of queries, keys, values, the output
grouped = 2 * 4096 * 4096 + 2 * 4096 * 1024  # 8 of 32 heads have keys
latent = 7168 * 1536 + 1536 * 128 * 192  # queries
latent += 7168 * (512 + 64) + 512 * 128 * 256  # keys and values
latent += 128 * 128 * 7168  # the output
models = {
    "OLMoE": (50304, 2048, 16, four, 1024, 64, 8, 0, []),
    "Qwen1.5-MoE": (151936, 2048, 24, four, 1408, 60, 4, 4, []),
    "Phi-3.5-MoE": (32064, 4096, 32, grouped, 6400, 16, 2, 0, []),
    "Mixtral 8x7B": (32000, 4096, 32, grouped, 14336, 8, 2, 0, []),
    "DeepSeek-V3": (129280, 7168, 61, latent, 2048, 256, 8, 1, 3 * [18432]),
}
for name, sizes in models.items():
    total, active = count(*sizes)
    print(
        f"{name:12} {total / 1e9:5.1f} billion, active {active / 1e9:4.1f}"
    )
