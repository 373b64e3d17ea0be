"""What is behind the general sentences of docs/glossary.md."""

import torch


def test_slopes_of_zero_hide_a_leak() -> None:
    def leaks(x: torch.Tensor) -> torch.Tensor:
        return (
            x / x.detach().amax()
        )  # each number is divided by one that may come later

    x = torch.tensor([1.0, 2.0], requires_grad=True)
    (slopes,) = torch.autograd.grad(leaks(x)[0], x)
    assert slopes[1] == 0
    assert leaks(torch.tensor([1.0, 4.0]))[0] != leaks(x)[0]


def test_contiguous_copies_only_if_it_must() -> None:
    x = torch.randn(2, 3)
    assert x.contiguous().data_ptr() == x.data_ptr()
    assert x.T.contiguous().data_ptr() != x.data_ptr()


def test_a_share_can_be_zero() -> None:
    assert torch.softmax(torch.tensor([0.0, 200.0]), dim=0)[0] == 0
