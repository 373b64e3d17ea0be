# runs on the CPU of Linux: ranks are forks of this process
import torch
from attention.distributed import on_ranks
from attention.distributed.experts import mixture, tokens
from torch.nn.parallel import DistributedDataParallel


class OnNoRows(torch.nn.Module):
    """The mixture, all of whose experts run, some on no rows."""

    def __init__(self, mixture):
        super().__init__()
        self.mixture = mixture

    def forward(self, x):
        nothing = [expert(x[:0]).sum() for expert in self.mixture.experts]
        return self.mixture(x) + sum(nothing)


def train(how):
    layer = mixture()
    if how == "on no rows":
        layer = OnNoRows(layer)
    model = DistributedDataParallel(
        layer, find_unused_parameters=how == "find_unused_parameters"
    )
    for step in (1, 2, 3):
        try:
            model(tokens()[:3]).square().sum().backward()
        except RuntimeError as error:
            return f"step {step}: {str(error).split('. ')[0]}"
    return "3 steps"


HOWS = ("as it is", "find_unused_parameters", "on no rows")
results = on_ranks(2, lambda: [train(how) for how in HOWS])[0]
for how, result in zip(HOWS, results, strict=True):
    print(f"{how}: {result}")
