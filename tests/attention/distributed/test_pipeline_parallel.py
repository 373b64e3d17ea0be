"""Stages on several ranks against a whole decoder, and their timetables."""

from itertools import pairwise

import pytest
import torch
import torch._dynamo  # a stage of torch's would, in each rank anew
import torch.distributed as dist
from torch import Tensor
from torch.distributed.pipelining import PipelineStage, Schedule1F1B, ScheduleGPipe

from attention import GPT
from attention.distributed import Held, Stage, on_ranks, timetable
from attention.distributed.pipeline import main, mean_loss, run
from tests.attention.expect import numbered, random, refuses

IDS = torch.randint(7, (6, 6), generator=torch.Generator().manual_seed(2))


def decoder(tied: bool) -> GPT:
    torch.manual_seed(0)
    return numbered(GPT(7, 5, d_model=6, num_layers=5, num_heads=2, tied=tied))


def by_schedule(name: str, stage: Stage, number: int) -> None:
    """A batch through the stages, in an order of torch's."""
    schedules = {"GPipe": ScheduleGPipe, "1F1B": Schedule1F1B}
    rank, size = dist.get_rank(), dist.get_world_size()
    on_rank = PipelineStage(stage, rank, size, torch.device("cpu"))
    run(schedules[name](on_rank, number, loss_fn=mean_loss), stage, IDS)


@pytest.mark.parametrize("schedule", ["GPipe", "1F1B"])
@pytest.mark.parametrize(
    ("size", "number", "tied"),
    [(1, 1, True), (2, 3, True), (3, 6, False), (5, 6, True)],
)
def test_stages_have_the_gradients_of_the_whole_under_its_names(
    schedule: str, size: int, number: int, tied: bool
):
    whole = decoder(tied)
    mean_loss(whole(IDS[:, :-1]), IDS[:, 1:]).backward()

    def step() -> tuple[list[str], list[Tensor]]:
        stage = Stage(decoder(tied))
        by_schedule(schedule, stage, number)
        stage.add_tied()
        off, names = [], []
        for name, parameter in stage.part.named_parameters():
            expected = whole.get_parameter(name).grad
            assert parameter.grad is not None
            assert expected is not None
            names.append(name)
            off.append((parameter.grad - expected).abs().max())
        return names, off

    results = on_ranks(size, step)
    names = [name for each, _ in results for name in each]
    assert max(max(off) for _, off in results) < 1e-12
    assert len(names) == len(set(names))
    ends = {"tok_emb.weight", "out_head.weight"} if size > 1 or not tied else set()
    assert set(names) == {name for name, _ in whole.named_parameters()} | ends


@pytest.mark.parametrize("schedule", ["GPipe", "1F1B"])
@pytest.mark.parametrize("ranks", [1, 2, 3, 7])
@pytest.mark.parametrize("number", [1, 2, 5, 12])
@pytest.mark.parametrize(("forward", "backward"), [(1, 1), (1, 2), (5, 3)])
def test_each_pass_waits_for_its_input_and_no_rank_does_two_at_a_time(
    schedule: str, ranks: int, number: int, forward: int, backward: int
):
    table = timetable(ranks, number, schedule, forward, backward)
    ends = [{(p.kind, p.micro_batch): p.end for p in passes} for passes in table]
    for rank, passes in enumerate(table):
        assert len(passes) == len(ends[rank]) == 2 * number
        for before, after in pairwise(passes):
            assert before.end <= after.start
        for kind, piece, start, end in passes:
            assert end - start == (forward if kind == "F" else backward)
            if kind == "F" and rank > 0:
                assert ends[rank - 1]["F", piece] <= start
            if kind == "B":
                assert ends[rank]["F", piece] <= start
            if kind == "B" and rank + 1 < ranks:
                assert ends[rank + 1]["B", piece] <= start


@pytest.mark.parametrize("schedule", ["GPipe", "1F1B"])
@pytest.mark.parametrize(("ranks", "number"), [(2, 3), (3, 6)])
def test_torchs_schedules_run_passes_in_the_order_of_the_timetable(
    schedule: str, ranks: int, number: int
):
    def passes() -> str:
        ran = ""

        def forward(_: object, __: object, out: Tensor) -> None:
            nonlocal ran
            ran += "F"

            def backward(_: Tensor) -> None:
                nonlocal ran
                ran += "B"

            out.register_hook(backward)

        stage = Stage(decoder(tied=False))
        by_schedule(schedule, stage, number)  # it tries what shapes there are, too
        stage.register_forward_hook(forward)
        by_schedule(schedule, stage, number)
        return ran[-2 * number :]

    table = timetable(ranks, number, schedule)
    assert on_ranks(ranks, passes) == ["".join(p.kind for p in each) for each in table]


def test_what_is_kept_is_counted_until_the_backward_pass():
    x, held = random(3, 5).requires_grad_(), Held()
    with held:
        first, second = (x * x).sum(), (x * x).sum()
    assert held.now == held.most == held.total == 4 * x.nbytes
    first.backward()
    assert (held.now, held.most) == (2 * x.nbytes, 4 * x.nbytes)
    second.backward()
    assert held.now == 0


def test_wrong_numbers_are_refused():
    refuses("ranks must be at least 1. Got 0.", timetable, 0, 1, "GPipe")
    refuses(
        'schedule must be "GPipe" or "1F1B". Got \'zero bubble\'.',
        *(timetable, 2, 2, "zero bubble"),
    )


def test_fewer_blocks_than_ranks_are_refused_on_every_rank():
    with pytest.raises(RuntimeError) as refused:
        on_ranks(5, main)
    lines = str(refused.value).splitlines()
    assert len(lines) == 5
    assert all("must have a block. Got 4 blocks for 5 ranks." in line for line in lines)


@pytest.mark.parametrize("size", [1, 3])
def test_all_gradients_of_the_page_are_those_of_one_process(size: int):
    lines = on_ranks(size, main)[0].splitlines()
    assert len(lines) == 5
    for line in lines[1::2]:
        near, of, total, *_ = line.split(": ")[1].split()
        assert (near, of) == (total, "of")
