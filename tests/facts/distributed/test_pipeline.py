"""What is behind the general sentences of docs/distributed/pipeline.md."""

from fractions import Fraction
from itertools import product

import pytest
import torch
import torch._dynamo  # a stage of torch's would, in each rank anew
import torch.distributed as dist
import torch.distributed.pipelining as pp
from torch.utils.flop_counter import FlopCounterMode

from attention.distributed import Pass, Stage, on_ranks, timetable
from attention.distributed.data import batch
from attention.distributed.pipeline import four_blocks, mean_loss, run
from tests.facts.says import says

SIZES = [(p, m) for p in (1, 2, 3, 4, 8) for m in (1, 2, 3, 8, 13)]


def most_held(passes: list[Pass]) -> int:
    counts = [0]
    for each in passes:
        counts.append(counts[-1] + (1 if each.kind == "F" else -1))
    return max(counts)


def test_a_rank_holds_all_micro_batches_or_those_of_the_formula() -> None:
    says(
        "distributed/pipeline",
        r"Each rank then holds what the backward pass needs of all \(m\) micro-batches at once.",
        r"Rank \(r\) of \(p\) starts with",
        r"\[ h_r = \min(m, \, p - r) \]",
        r"forward passes, so it never holds more than \(h_r\) micro-batches.",
        r"Rank 0 holds at most \(p\), however many there are.",
    )
    for p, m in SIZES:
        for r, passes in enumerate(timetable(p, m, "1F1B")):
            h_r = min(m, p - r)
            assert most_held(passes) == h_r
            kinds = "".join(each.kind for each in passes)
            assert kinds == "F" * h_r + "BF" * (m - h_r) + "B" * h_r
        assert {most_held(passes) for passes in timetable(p, m, "GPipe")} == {m}


@pytest.mark.parametrize("schedule", ["GPipe", "1F1B"])
def test_the_bubble_is_that_of_the_formula_in_both_orders_and_for_all_ranks(
    schedule: str,
) -> None:
    says(
        "distributed/pipeline",
        r"The first micro-batch reaches the last rank after \((p - 1) \, t_f\).",
        r"From then on, the last rank is busy without a pause, for \(m \, (t_f + t_b)\).",
        r"Its last gradient needs another \((p - 1) \, t_b\) to get back to rank 0.",
        r"\[ T = (m + p - 1)(t_f + t_b) \]",
        r"Each rank is busy for \(m \, (t_f + t_b)\) of it.",
        r"\[ \frac{T - m \, (t_f + t_b)}{T} = \frac{p - 1}{m + p - 1} \]",
        "It is the same in both orders and for all ranks.",
    )
    for (p, m), (t_f, t_b) in product(SIZES, [(1, 1), (1, 2), (5, 3)]):
        table = timetable(p, m, schedule, t_f, t_b)
        T = max(passes[-1].end for passes in table)
        assert (m + p - 1) * (t_f + t_b) == T
        assert Fraction(T - m * (t_f + t_b), T) == Fraction(p - 1, m + p - 1)
        for passes in table:
            assert sum(each.end - each.start for each in passes) == m * (t_f + t_b)
        last = table[-1]
        assert last[0].start == (p - 1) * t_f
        assert last[-1].end - last[0].start == m * (t_f + t_b)
        assert table[0][-1].end - last[-1].end == (p - 1) * t_b


def test_more_micro_batches_make_the_bubble_smaller() -> None:
    says(
        "distributed/pipeline",
        "More micro-batches make the bubble smaller.",
        r"If they keep their size, they take more memory with GPipe, and with 1F1B no more than \(p\) of them do.",
        r"If a batch is cut into more pieces, these are smaller, so GPipe's memory stays the same, and that of 1F1B becomes less from \(p\) pieces on.",
        r"Nine for each rank but one, since \((p - 1) / (m + p - 1) \le 1/10\) means \(m \ge 9 \, (p - 1)\).",
    )
    for p in range(2, 20):
        shares = [Fraction(p - 1, m + p - 1) for m in range(1, 200)]
        assert shares == sorted(shares, reverse=True)
        for m, share in enumerate(shares, start=1):
            assert (share <= Fraction(1, 10)) == (m >= 9 * (p - 1))
    p, most = 4, {}
    for schedule, m in product(("GPipe", "1F1B"), range(1, 20)):
        held = [0]  # by rank 0, after each of its passes
        for each in timetable(p, m, schedule)[0]:
            held.append(held[-1] + (1 if each.kind == "F" else -1))
        most[schedule, m] = max(held)
    for m in range(1, 19):
        gpipe, others = ((most[way, m], most[way, m + 1]) for way in ("GPipe", "1F1B"))
        assert gpipe[1] > gpipe[0]
        assert others[1] <= most["1F1B", p] == p
        # in pieces of a batch
        assert Fraction(gpipe[0], m) == Fraction(gpipe[1], m + 1) == 1
        less = Fraction(others[1], m + 1) < Fraction(others[0], m)
        assert less == (m >= p)


def test_a_backward_pass_has_twice_as_many_products() -> None:
    says(
        "distributed/pipeline",
        "A backward pass is drawn twice as long as a forward pass, because it has about twice as many products of matrices.",
    )
    block, x = four_blocks().blocks[0], torch.randn(2, 8, 16).double().requires_grad_()
    with FlopCounterMode(display=False) as forward:
        out = block(x)
    with FlopCounterMode(display=False) as backward:
        out.sum().backward()
    ratio = backward.get_total_flops() / forward.get_total_flops()
    assert ratio == pytest.approx(2, rel=0.1)


def test_copies_of_a_tied_table_part_without_the_sum_and_agree_with_it() -> None:
    says(
        "distributed/pipeline",
        "The first rank gets the part of the gradient that comes from reading words, and the last rank the part that comes from scoring them:",
        "Without the sum, nothing is raised, but after one step the two copies are different.",
    )
    untied = four_blocks(tied=False)
    untied.out_head.weight.data = untied.tok_emb.weight.data
    mean_loss(untied(batch()[:, :-1]), batch()[:, 1:]).backward()
    reading, scoring = untied.tok_emb.weight.grad, untied.out_head.weight.grad
    assert reading is not None
    assert scoring is not None

    def step(adds: bool) -> tuple[torch.Tensor, torch.Tensor] | None:
        stage = Stage(four_blocks())
        on_rank = pp.PipelineStage(stage, dist.get_rank(), 3, torch.device("cpu"))
        run(pp.ScheduleGPipe(on_rank, 4, loss_fn=mean_loss), stage, batch())
        named = dict(stage.part.named_parameters())
        table = named.get("tok_emb.weight", named.get("out_head.weight"))
        gradient = None if table is None or table.grad is None else table.grad.clone()
        if adds:
            stage.add_tied()
        torch.optim.AdamW(stage.parameters(), lr=0.1).step()
        return None if table is None or gradient is None else (gradient, table.detach())

    apart, _, there = on_ranks(3, step, False)
    assert apart is not None
    assert there is not None
    (first, copy), (last, other) = apart, there
    torch.testing.assert_close(first, reading, rtol=0, atol=1e-15)
    torch.testing.assert_close(last, scoring, rtol=0, atol=1e-15)
    assert not torch.allclose(copy, other)
    together, _, there = on_ranks(3, step, True)
    assert together is not None
    assert there is not None
    assert torch.equal(together[1], there[1])


def test_torchs_1f1b_wants_as_many_micro_batches_as_ranks() -> None:
    says(
        "distributed/pipeline",
        "PyTorch's 1F1B wants at least as many micro-batches as ranks.",
    )

    def make(number: int) -> None:
        stage = Stage(four_blocks())
        on_rank = pp.PipelineStage(stage, dist.get_rank(), 2, torch.device("cpu"))
        pp.Schedule1F1B(on_rank, number, loss_fn=mean_loss)

    on_ranks(2, make, 2)
    with pytest.raises(RuntimeError, match=r"Number of microbatches \(1\) must be"):
        on_ranks(2, make, 1)


@pytest.mark.parametrize("batches", [2, 4])
def test_gradients_are_divided_once_more_with_each_batch_that_follows(
    batches: int,
) -> None:
    says(
        "distributed/pipeline",
        "By default, a schedule of PyTorch divides all gradients by the number of micro-batches after each batch.",
        "If gradients of two batches are accumulated, those of the first are divided twice:",
    )
    number, pieces = 2, batch().chunk(batches)

    def gradients() -> list[torch.Tensor]:
        found = []
        for scale_grads in (True, False):
            stage = Stage(four_blocks(tied=False))
            on_rank = pp.PipelineStage(stage, 0, 1, torch.device("cpu"))
            schedule = pp.ScheduleGPipe(
                on_rank, number, loss_fn=mean_loss, scale_grads=scale_grads
            )
            for piece in pieces if scale_grads else pieces[:1]:
                run(schedule, stage, piece)
            gradient = stage.part.out_head.weight.grad
            assert gradient is not None
            found.append(gradient.clone())
        return found

    scaled, _ = on_ranks(1, gradients)[0]
    expected = torch.zeros_like(scaled)
    for place, piece in enumerate(pieces):
        alone = four_blocks(tied=False)
        mean_loss(alone(piece[:, :-1]), piece[:, 1:]).backward()
        assert alone.out_head.weight.grad is not None
        times = batches - 1 - place  # more than once
        expected += alone.out_head.weight.grad / number**times
    torch.testing.assert_close(scaled, expected, rtol=0, atol=1e-15)
