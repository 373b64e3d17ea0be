import torch
from attention import AttentionRecall, recall_batch, train_recall

torch.set_num_threads(1)
models, _ = train_recall(lambda: AttentionRecall(32), length=32)

ids, _ = recall_batch(100, length=32)
on_first = []
for model in models:
    x = model.embed(ids).detach()  # (100, 33, 32)
    _, shares = model.attention.attend(x[:, -1:], x, x)  # of the "?"
    on_first.append(f"{shares[:, 0, 0].mean():.1f}")
print(*on_first)
