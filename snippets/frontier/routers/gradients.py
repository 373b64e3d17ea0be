import torch

scores = torch.tensor([1.2, 0.3, 2.0, -0.5, 1.6, 0.9, 1.8, -1.0])
scores.requires_grad_()
chosen = scores.topk(3).indices  # 2, 6, 4
shares = torch.softmax(scores, dim=-1)[chosen]
sigmoids = torch.sigmoid(scores)[chosen]
for name, weights in {
    "softmax, top 3": shares,
    "softmax, top 3, ÷ sum": shares / shares.sum(),
    "top 3, softmax": torch.softmax(scores[chosen], dim=-1),
    "top 3, sigmoid": sigmoids,
    "sigmoid, top 3, ÷ sum": sigmoids / sigmoids.sum(),
}.items():
    first = weights[0]  # that of expert 2
    (slopes,) = torch.autograd.grad(first, scores, retain_graph=True)
    print(f"{name:22}", *(f"{slope + 0.0:6.3f}" for slope in slopes))
