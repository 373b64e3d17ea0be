import torch

your, one = torch.tensor([1.0, 0.0]), torch.tensor([0.0, 1.0])

for first, second in ((your, one), (one, your)):
    mixed = 0.5 * first + 0.5 * second
    both = torch.cat([first, second])
    print("one head:", mixed, "two heads:", both)
