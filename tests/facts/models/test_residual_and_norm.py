"""What is behind the general sentences of docs/models/residual-and-norm.md."""

import torch
from torch import nn

from attention import LayerNorm, MultiHeadAttention, TransformerBlock
from tests.facts.draw import draw
from tests.facts.says import says


def test_a_plain_stack_of_larger_weights_keeps_its_gradient() -> None:
    says(
        "models/residual-and-norm",
        "In our example that product is tiny; with larger weights it need not be.",
    )
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
    says(
        "models/residual-and-norm",
        r"A token whose variance is not much larger than \(\varepsilon\) ends up well below variance one.",
        r"\[ y_i = \frac{x_i - \mu}{\sqrt{\sigma^2 + \varepsilon}} \qquad \mu = \frac{1}{d} \sum_i x_i \qquad \sigma^2 = \frac{1}{d} \sum_i (x_i - \mu)^2 \]",
        r"`torch.var` divides by \(d - 1\) unless told otherwise, LayerNorm by \(d\):",
    )
    for eps in (1e-5, 0.5):
        for x in draw(3, 6, 8):
            d = len(x)
            mu = 1 / d * sum(x)
            sigma_2 = 1 / d * sum((x_i - mu) ** 2 for x_i in x)
            y = [(x_i - mu) / torch.sqrt(sigma_2 + eps) for x_i in x]
            torch.testing.assert_close(LayerNorm(d, eps).double()(x), torch.stack(y))


def test_a_part_adds_to_what_it_is_given() -> None:
    says("models/residual-and-norm", r"\[ \text{output} = x + f(x) \]")
    torch.manual_seed(0)
    attention, network = MultiHeadAttention(6, 6, 7, 0.0, 2), nn.Linear(6, 6)
    block = TransformerBlock(6, attention, network).double()
    x = draw(0, 7, 6)
    y = x + block.attention(block.norm_1(x))
    torch.testing.assert_close(block(x), y + block.feed_forward(block.norm_2(y)))
