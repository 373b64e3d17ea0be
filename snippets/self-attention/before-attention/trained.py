import torch
from attention import RecurrentRecall, recall_batch, train_recall

torch.set_num_threads(1)
for length in (4, 32):
    models, _ = train_recall(
        lambda length=length: RecurrentRecall(length), length=length
    )
    ids, first = recall_batch(200, length=length)
    other = ids.clone()
    other[:, 0] = (first + 1) % 4  # only the first word differs
    left = []
    for model in models:
        states = [model.encoder(model.embed(words)) for words in (ids, other)]
        distances = (states[0] - states[1]).norm(dim=-1).mean(dim=0)
        left.append((distances[-1] / distances[0]).item())
    print(f"length {length:2}: mean {sum(left) / 10:.1f},", end=" ")
    print(f"all above 2: {min(left) > 2}, all below 1e-6: {max(left) < 1e-6}")
