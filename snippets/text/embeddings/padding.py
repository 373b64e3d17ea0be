import torch

ids = torch.tensor([[4, 6, 0, 0], [8, 3, 5, 7]])  # 0 is <pad>

for padding_idx in [None, 0]:
    torch.manual_seed(123)
    embedding = torch.nn.Embedding(9, 3, padding_idx=padding_idx)
    loss = embedding(ids).sum()
    (gradient,) = torch.autograd.grad(loss, embedding.weight)
    print("padding_idx =", padding_idx)
    print("  row 0:   ", embedding.weight[0].detach())
    print("  gradient:", gradient[0])
