import torch
from attention import RecurrentRecall, train_recall

torch.set_num_threads(1)  # steps are so small that one core is fastest
for length in (4, 32):
    _, right = train_recall(
        lambda length=length: RecurrentRecall(length), length=length
    )
    print(f"length {length:2}:", *(f"{share:.1f}" for share in right))
