# runs on the CPU of Linux: ranks are forks of this process
from tempfile import TemporaryDirectory

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from attention.distributed import on_ranks
from attention.distributed.data import batch, losses_of, tiny_gpt
from torch.distributed.checkpoint.format_utils import dcp_to_torch_save
from torch.distributed.checkpoint.state_dict import (
    get_state_dict,
    set_state_dict,
)
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard


def sharded(seed):
    model, mesh = (
        tiny_gpt(seed),
        init_device_mesh("cpu", (dist.get_world_size(),)),
    )
    fully_shard(model, mesh=mesh)
    return model, torch.optim.AdamW(model.parameters(), lr=0.01)


def step(model, optimizer):
    optimizer.zero_grad()
    mine = batch().chunk(dist.get_world_size())[dist.get_rank()]
    losses_of(model, mine).mean().backward()
    optimizer.step()
    return first_weights(model)


def first_weights(model):
    return model.tok_emb.weight.full_tensor()[0, :4].tolist()


def save(folder):
    model, optimizer = sharded(seed=0)
    saved = step(model, optimizer)
    weights, moments = get_state_dict(model, optimizer)
    dcp.save({"model": weights, "optim": moments}, checkpoint_id=folder)
    return saved, step(model, optimizer)  # and one step further


def load(folder):
    model, optimizer = sharded(seed=7)  # other weights, to be replaced
    weights, moments = get_state_dict(model, optimizer)
    dcp.load({"model": weights, "optim": moments}, checkpoint_id=folder)
    set_state_dict(
        model, optimizer, model_state_dict=weights, optim_state_dict=moments
    )
    return first_weights(model), step(model, optimizer)


with TemporaryDirectory() as folder:
    by_four = on_ranks(4, save, folder)[0]
    by_two = on_ranks(2, load, folder)[0]
    dcp_to_torch_save(
        folder, f"{folder}/all.pt"
    )  # one file, by one process
    alone = tiny_gpt(seed=9)
    alone.load_state_dict(torch.load(f"{folder}/all.pt")["model"])
by_one = alone.tok_emb.weight[0, :4].tolist()
for who, weights in (
    ("four, saved", by_four[0]),
    ("two, loaded", by_two[0]),
    ("one, loaded", by_one),
    ("four, a step on", by_four[1]),
    ("two, a step on", by_two[1]),
):
    print(f"{who:15}", *(f"{weight:8.5f}" for weight in weights))
