import torch
from attention import AttentionRecall, train_recall

torch.set_num_threads(1)
for length in (4, 32):
    _, right = train_recall(
        lambda length=length: AttentionRecall(length), length=length
    )
    print(f"length {length:2}:", *(f"{share:.1f}" for share in right))
    print("all at least 0.95:", bool((right >= 0.95).all()))
