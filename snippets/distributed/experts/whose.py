# runs on the CPU of Linux: ranks are forks of this process
import torch.distributed as dist
from attention.distributed import (
    ExpertsOnRanks,
    average_gradients,
    on_ranks,
)
from attention.distributed.experts import mixture, tokens


def gradients():
    layer, size = ExpertsOnRanks(mixture()), dist.get_world_size()
    layer(tokens().chunk(size)[dist.get_rank()]).square().mean().backward()
    average_gradients(layer.router)
    return {
        "router, averaged": layer.router.W_router.weight.grad,
        "expert, as it is": (own := next(layer.experts.parameters()).grad),
        "expert, divided": own / size,
    }


whole = mixture()
whole(tokens()).square().mean().backward()
router, expert = (
    whole.router.W_router.weight,
    next(whole.experts.parameters()),
)
for name, gradient in on_ranks(4, gradients)[0].items():
    true = router.grad if "router" in name else expert.grad
    print(f"{name}: {(gradient / true).mean():.2f} of one process's")
