import torch

first = torch.tensor(
    [
        [0.2745, 0.6584, 0.2775, 0.8573],
        [0.8993, 0.0390, 0.9268, 0.7388],
        [0.7179, 0.7058, 0.9156, 0.4340],
    ]
)
second = torch.tensor(
    [
        [0.0772, 0.3565, 0.1479, 0.5331],
        [0.4066, 0.2318, 0.4545, 0.9737],
        [0.4606, 0.5159, 0.4220, 0.5786],
    ]
)
a = torch.stack([first, second])[None]  # (1, 2, 3, 4)

print(first @ first.T)
print(second @ second.T)
print((first @ first.T).shape, (a @ a.transpose(2, 3)).shape)
one_by_one = torch.stack([first @ first.T, second @ second.T])[None]
print(torch.allclose(a @ a.transpose(2, 3), one_by_one, atol=1e-6))
