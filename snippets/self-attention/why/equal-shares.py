import torch
from attention.examples import AttentionRecall, train_recall


def equal_shares(length):
    model = AttentionRecall(length)
    model.attention.v.weight.requires_grad_(False).zero_()
    return model  # every score is 0, and stays 0


torch.set_num_threads(1)
for length in (4, 32):
    _, right = train_recall(equal_shares, length=length)
    print(f"length {length:2}:", *(f"{share:.1f}" for share in right))
