import torch
from attention.distributed import continuous_batches, static_batches

torch.manual_seed(0)
lengths = {
    "equal": [60] * 256,
    "exponential": (1 - 60 * torch.rand(256).log()).long().tolist(),
}
for name, words in lengths.items():
    static = len(static_batches(words, num_slots=16))
    continuous = len(continuous_batches(words, num_slots=16))
    least = sum(words) / 16
    print(f"{name:11} {sum(words):,} words in {static:,} steps, or", end=" ")
    print(f"{continuous:,}; at least {least:,.0f}:", end=" ")
    print("at least 2.5 times" if static / continuous >= 2.5 else "as many")
