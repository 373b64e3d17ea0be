"""Pipeline parallelism: each rank has some of the layers, and a batch comes in pieces.

A piece is called a micro-batch. With p ranks, m micro-batches and stages that all take
as long, a rank waits for others for a share of the time,

    bubble = (p - 1) / (m + p - 1)

whether it runs all forward passes first (GPipe; Huang et al., 2018, section 2.2), or
few of them and then a backward and a forward pass in turn (1F1B; Narayanan et al.,
2021, section 2.2.1). The two differ in how many micro-batches a rank holds between
forward and backward pass:

    m with GPipe,   min(m, p - r) with 1F1B on rank r
"""

import copy
from typing import NamedTuple, cast

import torch.distributed as dist
from jaxtyping import Float
from torch import Tensor, nn
from torch.autograd.graph import saved_tensors_hooks

from attention.checks import check_sizes
from attention.models.decoder import Decoder


class Stage(nn.Module):
    """Run this rank's blocks of a decoder; the first embeds, the last has the head.

    Args:
        model: The whole decoder. It is not changed.

    Attributes:
        part: A copy of the decoder whose other layers are `nn.Identity`, so that a
            parameter has the name that it has in the whole.
        is_first: Whether this rank gets ids.
        is_last: Whether this rank returns logits.

    Raises:
        ValueError: If there are fewer blocks than ranks.
    """

    def __init__(self, model: Decoder) -> None:
        super().__init__()
        rank, size = dist.get_rank(), dist.get_world_size()
        blocks = len(model.blocks)
        if blocks < size:
            raise ValueError(
                f"each rank must have a block. Got {blocks} blocks for {size} ranks."
            )
        self.is_first, self.is_last = rank == 0, rank == size - 1
        self.part = copy.deepcopy(model)
        self._is_tied = model.out_head.weight is model.tok_emb.weight
        mine = range(blocks * rank // size, blocks * (rank + 1) // size)
        others = [f"blocks.{number}" for number in range(blocks) if number not in mine]
        if not self.is_first:
            others += ["tok_emb", "positions"]
        if not self.is_last:
            others += ["final_norm", "out_head"]
        for name in others:
            self.part.set_submodule(name, nn.Identity())

    def forward(self, x: Tensor) -> Float[Tensor, "... num_tokens features"]:
        """Return what the next rank gets, or the logits.

        Args:
            x: Ids of tokens on the first rank, what the rank before returned on others.
        """
        if self.is_first:
            x = self.part.embed(x)
        for block in self.part.blocks:
            x = block(x)
        return self.part.out_head(self.part.final_norm(x))

    def add_tied(self) -> None:
        """Add up the gradients of a table that the first and the last rank both have.

        All ranks call it, after the backward pass. It does nothing if the decoder's
        weights are not tied, or if one rank has both.
        """
        if not self._is_tied or (self.is_first and self.is_last):
            return
        ends = dist.new_group([0, dist.get_world_size() - 1])  # by all ranks
        if self.is_first or self.is_last:
            layer = self.part.tok_emb if self.is_first else self.part.out_head
            dist.all_reduce(cast(Tensor, layer.weight.grad), group=ends)


class Held(saved_tensors_hooks):
    """Count the bytes that are kept for the backward passes of what is inside.

    Attributes:
        now: Those that are kept now.
        most: Those that were kept at one time, at most.
        total: Those of all that was kept, sooner or later.
    """

    def __init__(self) -> None:
        held = self
        self.now = self.most = self.total = 0

        class Kept:
            def __init__(self, tensor: Tensor) -> None:
                self.tensor = tensor.detach()
                held.now += tensor.nbytes
                held.total += tensor.nbytes
                held.most = max(held.most, held.now)

            def __del__(self) -> None:  # the backward pass has used it
                held.now -= self.tensor.nbytes

        super().__init__(Kept, lambda kept: kept.tensor)


class Pass(NamedTuple):
    """A forward ("F") or backward ("B") pass of a micro-batch, and when it runs."""

    kind: str
    micro_batch: int
    start: int
    end: int


def timetable(
    ranks: int, number: int, schedule: str, forward: int = 1, backward: int = 2
) -> list[list[Pass]]:
    """Return what each rank runs when, if sending takes no time.

    Args:
        ranks: p, each with a stage.
        number: m, the number of micro-batches.
        schedule: "GPipe" or "1F1B".
        forward: The time of a forward pass through one stage.
        backward: That of a backward pass.

    Raises:
        ValueError: If a number is less than 1, or there is no such schedule.
    """
    check_sizes(ranks=ranks, number=number, forward=forward, backward=backward)
    if schedule not in ("GPipe", "1F1B"):
        raise ValueError(f'schedule must be "GPipe" or "1F1B". Got {schedule!r}.')
    ends: dict[tuple[str, int, int], int] = {}  # by kind, micro-batch and rank
    passes: list[list[Pass]] = [[] for _ in range(ranks)]
    while any(len(done) < 2 * number for done in passes):
        for rank, done in enumerate(passes):
            ahead = number if schedule == "GPipe" else min(number, ranks - rank)
            order = "F" * ahead + "BF" * (number - ahead) + "B" * ahead
            for kind in order[len(done) :]:
                piece = sum(each.kind == kind for each in done)
                neighbour = rank - 1 if kind == "F" else rank + 1  # it sends the input
                ready = ends.get((kind, piece, neighbour), 0)
                if not ready and 0 <= neighbour < ranks:
                    break
                start = max(ready, done[-1].end if done else 0)
                end = start + (forward if kind == "F" else backward)
                ends[kind, piece, rank] = end
                done.append(Pass(kind, piece, start, end))
    return passes
