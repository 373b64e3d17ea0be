import torch

table = torch.tensor([[0.55, 0.87, 0.66], [0.77, 0.25, 0.10]])

frozen = torch.nn.Embedding.from_pretrained(table)
trained = torch.nn.Embedding.from_pretrained(table, freeze=False)
print(frozen.weight.requires_grad, trained.weight.requires_grad)

trained.weight.data[0] += 1  # as an optimizer does
print(table[0])
