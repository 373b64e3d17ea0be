import torch

vector = torch.tensor([1, 2, 3])
matrix = torch.tensor([[1, 2, 3], [4, 5, 6]])
tensor = torch.arange(1, 13).reshape(2, 2, 3)

for each in (vector, matrix, tensor):
    last = each.dim() - 1
    same = torch.equal(each.sum(dim=-1), each.sum(dim=last))
    print(f"dim=-1 is dim={last}:", same)
