import torch

for words in (5, 6):
    torch.manual_seed(123)
    print(torch.randn(words, 3)[:2])
