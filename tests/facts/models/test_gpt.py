"""What is behind the general sentences of docs/models/gpt.md."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from attention import GPT
from tests.facts.says import says


@torch.no_grad()
def test_an_untrained_model_guesses_evenly_and_a_wider_one_less() -> None:
    says(
        "models/gpt",
        "In our model, all the logits are then close to zero, so all words are nearly equally likely.",
        "A wider model's first predictions are less even.",
        r"The last norm makes each vector about \(\sqrt d\) long, so its products with rows whose standard deviation is 0.02 have a spread of about \(0.02\sqrt d\): less than a tenth with our 16 features, and more than a half at GPT-2's width, where the loss starts between one and two tenths above the logarithm of the vocabulary's size.",
    )
    ids = torch.randint(50, (100, 9), generator=torch.Generator().manual_seed(0))
    targets = ids[:, 1:].flatten()
    for width, low, high in ((16, -0.05, 0.05), (768, 0.1, 0.2)):
        torch.manual_seed(0)
        logits = GPT(50, 8, width, 2, 4)(ids[:, :8]).flatten(0, 1)
        assert math.isclose(logits.std(), 0.02 * math.sqrt(width), rel_tol=0.15)
        assert low < F.cross_entropy(logits, targets) - math.log(50) < high
        assert F.cross_entropy(100 * logits, targets) > math.log(50) + 2


def test_a_copy_of_the_table_is_another_parameter() -> None:
    says(
        "models/gpt",
        "A copy of the table would be equal only until the first step of training, because it is another parameter with a gradient of its own.",
    )
    table, head = nn.Embedding(7, 5), nn.Linear(5, 7, bias=False)
    head.weight = nn.Parameter(table.weight.detach().clone())
    assert torch.equal(head.weight, table.weight)
    parameters = [table.weight, head.weight]
    assert parameters[0] is not parameters[1]
    step = torch.optim.SGD(parameters, lr=0.1)
    head(table(torch.tensor([1, 2, 3]))).square().sum().backward()
    step.step()
    assert not torch.allclose(head.weight, table.weight)
