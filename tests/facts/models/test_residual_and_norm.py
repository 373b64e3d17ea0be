"""What is behind the general sentences of docs/models/residual-and-norm.md."""

import torch
from torch import nn

from attention import LayerNorm, MultiHeadAttention
from tests.facts.draw import draw


def test_a_plain_stack_of_larger_weights_keeps_its_gradient() -> None:
    for std, tiny in ((None, True), (1 / 8, False)):
        torch.manual_seed(0)
        layers = nn.Sequential(
            *[MultiHeadAttention(64, 64, 16, 0.0, 4) for _ in range(24)]
        )
        start, direction = torch.randn(2, 16, 64)
        for parameter in layers.parameters():
            if std is not None:
                nn.init.normal_(parameter, std=std)
        x = start.clone().requires_grad_()
        (slope,) = torch.autograd.grad((layers(x) * direction).sum(), x)
        assert (slope.norm() < 1e-6) == tiny


def test_the_formula_of_a_norm_divides_by_d() -> None:
    for eps in (1e-5, 0.5):
        for x in draw(3, 6, 8):
            d = len(x)
            mu = 1 / d * sum(x)
            sigma_2 = 1 / d * sum((x_i - mu) ** 2 for x_i in x)
            y = [(x_i - mu) / torch.sqrt(sigma_2 + eps) for x_i in x]
            torch.testing.assert_close(LayerNorm(d, eps).double()(x), torch.stack(y))
