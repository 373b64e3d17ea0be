import torch
from attention.examples import RecurrentRecall, recall_batch, train_recall

torch.set_num_threads(1)
for length in (4, 32):
    models, _ = train_recall(RecurrentRecall, length=length)
    ids, first = recall_batch(200, length=length)
    both = torch.stack([ids, ids])
    both[1, :, 0] = (first + 1) % 4  # only the first word differs
    left = []
    for model in models:
        states = model.encoder(model.embed(both)).detach()
        distances = states.diff(dim=0).norm(dim=-1).mean(dim=(0, 1))
        left.append((distances[-1] / distances[0]).item())
    print(f"length {length:2}: mean {sum(left) / 10:.1f}")
print("at length 32, all below 1e-6:", max(left) < 1e-6)
