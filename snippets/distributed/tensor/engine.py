# runs on the CPU of Linux: ranks are forks of this process
import torch.distributed.tensor.parallel as tp
from attention.distributed import Traffic, on_ranks
from attention.distributed.data import batch, losses_of, tiny_gpt
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate


def divided(ranks):
    model, mesh = tiny_gpt(), init_device_mesh("cpu", (ranks,))
    whole = (Replicate(),)  # so that the gradients of x are added once
    plan = {
        "attention": tp.PrepareModuleInput(
            input_layouts=whole, desired_input_layouts=whole
        ),
        "attention.W_query": tp.ColwiseParallel(),
        "attention.W_key": tp.ColwiseParallel(),
        "attention.W_value": tp.ColwiseParallel(),
        "attention.out_proj": tp.RowwiseParallel(),
        "feed_forward.layers.0": tp.ColwiseParallel(),
        "feed_forward.layers.2": tp.RowwiseParallel(),
    }
    for block in model.blocks:
        tp.parallelize_module(block, mesh, plan)
    return model


def compare(ranks):
    alone, model = tiny_gpt(), divided(ranks)
    losses_of(alone, batch()).mean().backward()
    with Traffic() as forward:
        loss = losses_of(model, batch()).mean()
    with Traffic() as backward:
        loss.backward()
    weight = model.blocks[0].attention.W_query.weight
    whole = alone.blocks[0].attention.W_query.weight.grad
    near = int(((weight.grad.full_tensor() - whole).abs() < 1e-12).sum())
    here = f"{len(weight.to_local())} of {len(whole)} rows of W_query"
    calls = (
        f"forward {dict(forward.calls)}, backward {dict(backward.calls)}"
    )
    return f"{here}, {near} of {whole.numel()} gradients equal\n  {calls}"


for ranks in (2, 4):
    print(f"{ranks} ranks:", on_ranks(ranks, compare, ranks)[0])
