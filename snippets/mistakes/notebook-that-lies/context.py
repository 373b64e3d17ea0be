import torch

weights = torch.tensor([0.1704, 0.1611, 0.1652, 0.1412, 0.2505, 0.1117])
values = torch.tensor(  # as printed; here one line a feature
    [
        [-0.5526, -0.5401, -0.5412, -0.2483, -0.4085, -0.2599],
        [-0.7627, 0.4147, 0.3956, 0.4370, -0.0622, 0.6266],
    ]
).T
context = torch.tensor([-0.4370, 0.1182])

print(values)
print(torch.allclose(weights @ values, context, rtol=0, atol=2e-4))
