import torch
from attention import AttentionRecall, train_recall

torch.set_num_threads(1)
_, accuracies = train_recall(lambda: AttentionRecall(32), length=32)

print(" ".join(f"{accuracy:.1f}" for accuracy in accuracies))
print("all at least 0.95:", bool((accuracies >= 0.95).all()))
