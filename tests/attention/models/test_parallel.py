"""Heads on several ranks, where torch's parallelize_module puts them."""

from collections.abc import Callable
from typing import Any

import pytest
import torch._dynamo  # noqa: F401, or each rank imports it
import torch.distributed as dist
import torch.distributed.tensor.parallel as parallel
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.launcher.api import LaunchConfig, elastic_launch

import attention as a
from tests.attention.expect import numbered, random, with_slopes

D_IN, SIZES = 7, (20, 13, 0.0, 4)  # d_out, longest, dropout and heads
ROTARY = {"head_dim": 6, "rotary": a.RotaryPositions(13, 6).double()}
LAYERS: dict[str, Callable[[], Any]] = {
    "split": lambda: a.MultiHeadAttention(D_IN, *SIZES, True),
    "working": lambda: a.Attention(D_IN, *SIZES, True, **ROTARY),
    "groups": lambda: a.Attention(D_IN, *SIZES, num_kv_groups=2),
    "fused": lambda: a.Attention(D_IN, *SIZES, num_kv_groups=2, attend=None),
}
ROWS = dict.fromkeys(("W_query", "W_key", "W_value"), parallel.ColwiseParallel())
# Launcher and gradients have threads, of which Python warns before it forks.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:This process")]


def outcome(name: str) -> float | str:
    """How far this rank is from one process, gradients included; or what it raises."""
    whole, cut = numbered(LAYERS[name]()), numbered(LAYERS[name]())
    mesh = init_device_mesh("cpu", (dist.get_world_size(),))
    plan = ROWS | {"out_proj": parallel.RowwiseParallel()}
    parallel.parallelize_module(cut, mesh, plan)
    x = random(2, 5, D_IN).requires_grad_()
    try:
        found, expected = (with_slopes(layer(x), [x]) for layer in (cut, whole))
    except (RuntimeError, ValueError) as error:
        return str(error)
    return max((a - b).abs().max().item() for a, b in zip(found, expected, strict=True))


def on_rank() -> dict[str, float | str]:
    dist.init_process_group("gloo")
    found = {name: outcome(name) for name in LAYERS}
    dist.destroy_process_group()
    return found


def on_ranks(number: int) -> list[dict[str, Any]]:
    for make in LAYERS.values():
        make()  # what fails here fails at once; on the ranks, the launcher waits
    where = {"rdzv_backend": "c10d", "rdzv_endpoint": "localhost:0", "run_id": "heads"}
    config = LaunchConfig(
        1, 1, number, start_method="fork", monitor_interval=0.02, **where
    )
    return list(elastic_launch(config, on_rank)().values())


def test_ranks_that_share_the_heads_give_what_one_process_gives():
    for found in on_ranks(2):
        assert all(apart < 1e-12 for apart in found.values())


def test_ranks_that_would_cut_a_head_in_two_say_so():
    for found in on_ranks(3):
        assert "[-1, 5] don't multiply up to the size of dim 2" in found.pop("split")
        words = [f"head_dim must divide the width of x, {n}." for n in (6, 7, 8)]
        assert all(said.startswith(tuple(words)) for said in found.values())
