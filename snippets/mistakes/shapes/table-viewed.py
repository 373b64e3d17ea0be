import torch

heads, words = 2, 3
rows, columns = 10 * torch.arange(5)[:, None], torch.arange(heads)
table = rows + columns  # (distances, heads)
distance = torch.arange(words)[:, None] - torch.arange(words) + words - 1
bias = table[distance]  # (words, words, heads)
print(bias.view(heads, words, words)[0])
print(bias.permute(2, 0, 1)[0])
