import pytest
import torch
from torch import nn

from publish.families import FAMILIES, DrawnAs, draw, processor_family

# Dropout(0.5) on ones(6, 6) after seed 123, as published runs on each show it.
PUBLISHED = {
    "intel": "222222 020000 002020 220002 200002 020000",
    "other": "220220 000202 222202 022002 020202 022220",
}


@pytest.mark.parametrize("family", FAMILIES)
def test_dropout_draws_as_it_does_on_either_family(family: str) -> None:
    torch.manual_seed(123)
    with DrawnAs(family):
        dropped = nn.Dropout(0.5)(torch.ones(6, 6))
    rows = "".join(str(int(value)) for value in dropped.flatten().tolist())
    assert rows == PUBLISHED[family].replace(" ", "")


def test_substituted_draws_are_this_machines_own_to_the_generators_last_bit() -> None:
    family = processor_family()
    for shape in [(), (1,), (7,), (5, 3), (2, 13, 11)]:
        for p in (0.0, 0.1, 0.5, 0.9, 1.0):
            torch.manual_seed(7)
            real = torch.empty(shape).bernoulli_(p)
            state = torch.get_rng_state()
            torch.manual_seed(7)
            drawn = draw(family, torch.empty(shape), p, torch.default_generator)
            assert torch.equal(real, drawn)
            assert torch.equal(state, torch.get_rng_state())


def test_a_transposed_tensor_is_filled_in_the_order_of_its_memory() -> None:
    torch.manual_seed(7)
    real = torch.empty(5, 3).T.bernoulli_(0.5)
    torch.manual_seed(7)
    like = torch.empty(5, 3).T
    assert torch.equal(
        real, draw(processor_family(), like, 0.5, torch.default_generator)
    )


def test_gradients_flow_through_a_substituted_dropout() -> None:
    x = torch.ones(6, requires_grad=True)
    torch.manual_seed(123)
    with DrawnAs("intel"):
        nn.Dropout(0.5)(x).sum().backward()
    assert x.grad is not None
    assert x.grad.tolist() == [2.0] * 6
