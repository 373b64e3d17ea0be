"""What is behind the general sentences of docs/models/what-heads-learn.md."""

import torch

from attention import record_weights
from attention.examples import load_trained, said_twice
from tests.facts.says import says


@torch.no_grad()
def test_the_induction_head_goes_by_the_number() -> None:
    says(
        "models/what-heads-learn",
        "It goes by the number, not by the distance: if the second copy is shuffled, the head still looks at what followed each number, except the last, in the first.",
    )
    model = load_trained("induction")
    for length in (5, 8, 12):
        generator = torch.Generator().manual_seed(2)
        first = said_twice(500, length, generator)[:, :length]
        order = torch.rand(500, length, generator=generator).argsort(dim=-1)
        with record_weights(model) as weights:
            model(torch.cat([first, first.gather(1, order)], dim=1))
        of_second = weights["layers.1.attend"][:, 0, length:]
        followed = order < length - 1  # the last number of the first copy has no next
        assert (of_second.argmax(-1) == order + 1)[followed].double().mean() > 0.95
