"""What is behind the general sentences of docs/distributed/experts.md."""

import pytest
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

from attention.distributed import ExpertsOnRanks, Traffic, on_ranks
from attention.distributed.experts import EXPERTS, TOP_K, mixture, tokens
from tests.facts.says import says


def test_rows_are_even_on_average_and_uneven_here() -> None:
    says(
        "distributed/experts",
        r"With \(k\) the number of experts that a token chooses, \(N\) the number of tokens on all ranks and \(p\) that of ranks, even rows would be",
        r"\[ \frac{k N}{p} = \frac{2 \cdot 24}{4} = 12 \]",
        "But what a token chooses depends on the token, and here rank 3 gets the most.",
    )
    k, N, p = TOP_K, len(tokens()), 4
    chosen, _ = mixture().router(tokens())
    rows = chosen.flatten().bincount(minlength=EXPERTS).view(p, -1).sum(dim=1)
    assert rows.double().mean() == k * N / p == 2 * 24 / 4 == 12
    assert rows.argmax() == 3
    assert rows.tolist() == [11, 11, 6, 20]


@pytest.mark.parametrize("p", [2, 4, 8])
def test_three_all_to_alls_there_and_back_and_two_for_gradients(p: int) -> None:
    says(
        "distributed/experts",
        "A first all-to-all tells each rank how many rows to expect.",
        "A second one takes the rows there, and a third one takes the results back:",
        "In the backward pass, gradients travel the other way with the same numbers of rows.",
    )

    def count() -> tuple[dict[str, int], dict[str, int], list[int]]:
        layer, mine = ExpertsOnRanks(mixture()), tokens().chunk(p)[dist.get_rank()]
        with Traffic() as forward:
            out = layer(mine.clone().requires_grad_())
        with Traffic() as backward:
            out.sum().backward()
        passed = [forward.bytes["all_to_all"], backward.bytes["all_to_all"]]
        return dict(forward.calls), dict(backward.calls), passed

    for forward, backward, (there, back) in on_ranks(p, count):
        assert (forward, backward) == ({"all_to_all": 3}, {"all_to_all": 2})
        assert there - back == 8 * EXPERTS  # the numbers of rows themselves


@pytest.mark.parametrize("p", [2, 4])
def test_an_experts_gradient_is_a_sum_over_ranks_that_is_to_be_divided(p: int) -> None:
    says(
        "distributed/experts",
        "What it computed is in the losses of all ranks, so its gradient is already a sum over ranks.",
        "If each loss is a mean over a rank's own tokens, this sum has to be divided by the number of ranks:",
    )
    whole = mixture()
    whole(tokens()).square().mean().backward()
    wanted = [expert.W_up.weight.grad for expert in whole.experts]

    def gradients() -> list[torch.Tensor]:
        layer = ExpertsOnRanks(mixture())
        layer(tokens().chunk(p)[dist.get_rank()]).square().mean().backward()
        return [expert.W_up.weight.grad / p for expert in layer.experts]

    found = [gradient for each in on_ranks(p, gradients) for gradient in each]
    torch.testing.assert_close(found, wanted, rtol=0, atol=1e-15)


def test_an_idle_expert_has_zeros_on_ranks_none_in_one_process() -> None:
    says(
        "distributed/experts",
        "The layer above then runs it on no rows, and its gradients are zeros.",
        "A mixture in one process does not run it, and its gradients are `None`.",
        "For AdamW this is not the same: with zeros, earlier gradients and weight decay still move a weight, and with `None` it stays as it is.",
    )
    few = tokens()[:3]
    chosen, _ = mixture().router(few)
    idle = sorted(set(range(EXPERTS)) - set(chosen.flatten().tolist()))
    assert idle

    def step() -> list[tuple[bool, bool]]:
        moved = []
        for layer in (ExpertsOnRanks(mixture()), mixture()):
            weight = layer.experts[idle[0]].W_up.weight
            optimizer = torch.optim.AdamW(layer.parameters(), lr=0.1, weight_decay=0)
            for x in (tokens(), few):
                before = weight.detach().clone()
                optimizer.zero_grad()
                layer(x).square().sum().backward()
                is_none = weight.grad is None
                optimizer.step()
            moved.append((is_none, not torch.equal(before, weight)))
        return moved

    assert on_ranks(1, step)[0] == [(False, True), (True, False)]


def test_ddp_raises_where_an_expert_was_idle_and_the_others_wait() -> None:
    says(
        "distributed/experts",
        "For DDP, with all experts on each rank, `None` is an error, which is raised one step later:",
        "If an expert is idle on one rank alone, that rank gets the error, and the others wait for it until they time out or lose the connection.",
        "Another way is to run every expert, if need be on no rows, as above.",
    )

    def train(idle: bool) -> str:
        model = DistributedDataParallel(mixture())
        x = tokens()[:3] if idle and dist.get_rank() == 0 else tokens()
        for step in (1, 2):
            try:
                model(x).square().sum().backward()
            except RuntimeError as error:
                return f"{step} {error}"
        return "fine"

    assert on_ranks(2, train, False) == ["fine", "fine"]
    first, second = on_ranks(2, train, True, timeout=2.0)
    assert first.startswith("2 Expected to have finished reduction in the prior")
    assert second.startswith("1 ")
    assert "Timed out" in second or "closed" in second or "reset" in second


def test_with_one_popular_expert_other_ranks_get_no_rows() -> None:
    says(
        "distributed/experts",
        r"It gets all \(N\) rows, and the other ranks get none.",
    )

    def rows() -> int:
        layer = ExpertsOnRanks(mixture())
        layer.router.top_k = 1
        with torch.no_grad():
            layer.router.W_router.weight.zero_()[5] += 1
        layer(tokens().abs().chunk(4)[dist.get_rank()])
        return sum(layer.rows)

    assert on_ranks(4, rows) == [0, 0, len(tokens()), 0]
