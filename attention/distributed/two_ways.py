"""A Llama divided in two ways: each layer among pairs of ranks, its weights among all.

Start it with an even number of ranks, up to 16:

    torchrun --nproc-per-node=4 -m attention.distributed.two_ways
"""

from typing import cast

import torch
import torch._dynamo  # DTensor would, in each rank anew
import torch.distributed as dist
import torch.distributed.tensor.parallel as tp
from torch import Tensor
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor, Replicate, Shard

from attention.distributed.checks import check_ranks
from attention.distributed.compare import count_near
from attention.distributed.data import BATCH, batch, losses_of
from attention.distributed.ranks import start
from attention.frontier.llama import Llama
from attention.models.attention import Attention

QUERY = "blocks.0.attention.W_query.weight"


def tiny_llama() -> Llama:
    """Return the same small model on every rank, in float64."""
    torch.manual_seed(0)
    return Llama(11, 8, 16, 2, num_heads=4, num_kv_groups=2, d_hidden=24).double()


def divide(model: Llama, mesh: DeviceMesh) -> None:
    """Divide a model's heads, hidden numbers and words, and the tokens in between.

    Its logits are a DTensor whose words are divided, as `loss_parallel` wants them.

    Args:
        model: What is divided, in place.
        mesh: Ranks in one dimension, which also divide the tokens of a batch.

    Raises:
        ValueError: If the ranks do not divide the groups.
    """
    groups = cast(Attention, model.blocks[0].get_submodule("attention")).num_kv_groups
    check_ranks("groups", groups, mesh.size())
    tokens, whole = Shard(1), Replicate()
    to_tokens = tp.RowwiseParallel(output_layouts=tokens, use_local_output=False)
    layer = tp.PrepareModuleInput(input_layouts=tokens, desired_input_layouts=whole)
    plan: dict[str, tp.ParallelStyle] = {
        "norm_1": tp.SequenceParallel(),
        "attention": layer,
        "attention.W_query": tp.ColwiseParallel(),
        "attention.W_key": tp.ColwiseParallel(),
        "attention.W_value": tp.ColwiseParallel(),
        "attention.out_proj": to_tokens,
        "norm_2": tp.SequenceParallel(),
        "feed_forward": layer,
        "feed_forward.W_gate": tp.ColwiseParallel(),
        "feed_forward.W_up": tp.ColwiseParallel(),
        "feed_forward.W_down": to_tokens,
    }
    for block in model.blocks:
        tp.parallelize_module(block, mesh, plan)
    around: dict[str, tp.ParallelStyle] = {
        "tok_emb": tp.RowwiseParallel(
            input_layouts=whole, output_layouts=tokens, use_local_output=False
        ),
        "final_norm": tp.SequenceParallel(),
        "out_head": tp.ColwiseParallel(
            input_layouts=tokens, output_layouts=Shard(-1), use_local_output=False
        ),
    }
    tp.parallelize_module(model, mesh, around)


def main() -> str:
    """Compute a gradient in one process, and by pairs of ranks that divide the batch.

    Raises:
        ValueError: If the ranks cannot be paired, or their pairs do not divide the
            batch.
    """
    size = dist.get_world_size()
    if size % 2 or BATCH % (size // 2):
        raise ValueError(
            f"ranks must be pairs that divide {BATCH} sequences. Got {size} ranks."
        )
    here = torch.get_default_device().type
    mesh = init_device_mesh(here, (size // 2, 2), mesh_dim_names=("data", "tensor"))

    alone, model = tiny_llama(), tiny_llama()
    losses_of(alone, batch()).mean().backward()
    divide(model, mesh["tensor"])
    for block in model.blocks:
        fully_shard(block, mesh=mesh["data"])
    fully_shard(model, mesh=mesh["data"])
    mine = batch().chunk(size // 2)[mesh["data"].get_local_rank()]
    with tp.loss_parallel():
        losses_of(model, mine).mean().backward()

    whole = cast(Tensor, alone.get_parameter(QUERY).grad)
    part = cast(DTensor, model.get_parameter(QUERY).grad).to_local()
    data, tensor = divmod(dist.get_rank(), 2)
    rows = whole.chunk(2)[tensor].chunk(size // 2)[data]
    near = count_near([part], [rows])
    kept = sum(cast(DTensor, p).to_local().numel() for p in model.parameters())
    total = sum(p.numel() for p in alone.parameters())
    return (
        f"a rank of {size} has {kept:,} of {total:,} weights, {len(rows)} of "
        f"{len(whole)} rows of W_query,\n"
        f"and {near} of {rows.numel()} of their gradients as in one process"
    )


if __name__ == "__main__" and dist.is_torchelastic_launched():
    start(main)
