import torch


def matrices():  # a cell of its own, the seed in another
    return torch.stack([torch.randn(3, 2) for _ in range(3)])


def seeded_matrices():  # seed and draws in one cell
    torch.manual_seed(123)
    return matrices()


torch.manual_seed(123)
print("run twice, alike:", torch.equal(matrices(), matrices()))
print(
    "run twice, alike:", torch.equal(seeded_matrices(), seeded_matrices())
)
