import torch
from attention.distributed import continuous_batches, static_batches

torch.manual_seed(0)
drawn = torch.rand(1024, dtype=torch.float64)
lengths = {
    "equal": [60] * 1024,
    "exponential": (1 - 60 * drawn.log()).long().tolist(),
}
print("lengths       words  least  static  continuous")
for name, words in lengths.items():
    static = len(static_batches(words, num_slots=16))
    continuous = len(continuous_batches(words, num_slots=16))
    least = -(-sum(words) // 16)  # steps with all slots busy
    print(f"{name:11} {sum(words):7,} {least:6,}", end=" ")
    print(f"{static:7,} {continuous:11,}")
print("times as many, at least 2.5:", static / continuous >= 2.5)
