"""What is behind the general sentences of docs/glossary.md."""

import torch

from tests.facts.says import says


def test_slopes_of_zero_hide_a_leak():
    """Torch's gradient alone is the subject: two ways in which it tells nothing."""
    says(
        "glossary",
        "A gradient of zero says nothing about larger changes, and nothing about other inputs.",
    )

    def leaks(x: torch.Tensor) -> torch.Tensor:
        return x / x.detach().amax()  # each is divided by one that may come later

    x = torch.tensor([1.0, 2.0], requires_grad=True)
    (slopes,) = torch.autograd.grad(leaks(x)[0], x)
    assert slopes[1] == 0
    assert leaks(torch.tensor([1.0, 4.0]))[0] != leaks(x)[0]
    for later in (-1.0, 1.0):  # closed and open
        x = torch.tensor([1.0, later], requires_grad=True)
        (slopes,) = torch.autograd.grad(x[0] * x[1].relu(), x)
        assert (slopes[1] == 0) == (later < 0)
