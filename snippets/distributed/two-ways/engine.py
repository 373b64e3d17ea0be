# runs on the CPU of Linux: ranks are forks of this process
import torch.distributed.tensor.parallel as tp
from attention.distributed import Traffic, on_ranks
from attention.distributed.data import batch, losses_of
from attention.distributed.two_ways import divide, tiny_llama
from torch.distributed.device_mesh import init_device_mesh


def compare():
    alone, model = tiny_llama(), tiny_llama()
    losses_of(alone, batch()).mean().backward()
    divide(model, init_device_mesh("cpu", (2,)))
    with tp.loss_parallel(), Traffic() as traffic:
        losses_of(model, batch()).mean().backward()
    lines, pairs = [str(dict(traffic.calls))], {}
    for of, ours in ((alone, "whole"), (model, "ours")):
        pairs[ours] = of.blocks[0].norm_1.scale.grad
    for name, found in (
        ("here", pairs["ours"].to_local()),
        ("added up", pairs["ours"].full_tensor()),
    ):
        off = (found - pairs["whole"]).abs().max()
        lines.append(f"norm's gradient, {name:8} off by {off:.4f}")
    whole = alone.out_head.weight.grad
    found = model.out_head.weight.grad.full_tensor()
    near = int(((found - whole).abs() < 1e-12).sum())
    return [
        *lines,
        f"out_head's gradients:     {near} of {whole.numel()} equal",
    ]


print(*on_ranks(2, compare)[0], sep="\n")
