import torch

for num_ids in [5, 6]:
    torch.manual_seed(123)
    weight = torch.nn.Embedding(num_ids, 3).weight.detach()
    print(f"{weight.numel()} numbers, first row:", weight[0])
