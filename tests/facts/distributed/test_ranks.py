"""What is behind the general sentences of docs/distributed/ranks.md."""

from typing import Any

import pytest
import torch
import torch.distributed as dist

from attention.distributed import Traffic, on_ranks
from attention.distributed.collectives import all_reduce, all_to_all, reduce_scatter
from publish.project import Project
from tests.facts.says import says


def strip(numbers: int) -> torch.Tensor:
    return torch.arange(1.0, numbers + 1) * (dist.get_rank() + 2)


@pytest.mark.parametrize("n", [2, 3, 5])
def test_a_ring_sends_each_part_twice_around_but_for_the_last_step(
    project: Project, n: int
) -> None:
    says(
        "distributed/ranks",
        r"\[ 2 \, (n - 1) \, \frac{B}{n} \]",
        r"bytes: less than \(2B\), however many ranks there are.",
        r"The first half of the ring is a reduce-scatter, the second an all-gather, and each sends \((n - 1) \, B / n\) bytes.",
    )
    ring: dict[str, Any] = {}
    code = project.snippet("distributed/ranks/in-a-ring").code
    exec(code.partition("def compare")[0], ring)

    def travel() -> tuple[bool, int]:
        with Traffic() as traffic:
            found = ring["ring_all_reduce"](strip(4 * n))
        return torch.equal(found, all_reduce(strip(4 * n))), traffic.bytes["send"]

    B = 4 * n * 4
    for equal, sent in on_ranks(n, travel):
        assert equal
        assert sent == 2 * (n - 1) * B / n < 2 * B
        assert sent / 2 == (n - 1) * B / n


@pytest.mark.parametrize("size", [1, 2, 3, 6])
def test_two_halves_are_an_all_reduce_and_two_exchanges_change_nothing(
    size: int,
) -> None:
    says(
        "distributed/ranks",
        "A reduce-scatter followed by an all-gather is an all-reduce:",
        r"Number \(j\) of rank \(i\) becomes number \(i\) of rank \(j\), as when a matrix is transposed.",
    )

    def compare() -> tuple[list[float], bool, list[float]]:
        part, parts = reduce_scatter(strip(size)), [torch.empty(1) for _ in range(size)]
        dist.all_gather(parts, part)
        same = torch.equal(torch.cat(parts), all_reduce(strip(size)))
        return strip(size).tolist(), same, all_to_all(strip(size)).tolist()

    before, same, after = zip(*on_ranks(size, compare), strict=True)
    assert all(same)
    assert torch.equal(torch.tensor(before).T, torch.tensor(after))


def test_bytes_of_another_dtype_are_read_as_numbers_of_the_own() -> None:
    says(
        "distributed/ranks",
        "Each rank adds a half of the strip, and reads the bytes that come from the other as numbers of its own dtype.",
    )
    values = torch.tensor([3.0, 0.5, -2.0, 7.0]), torch.tensor([5, 1, 90, 2**20])

    def add() -> list[float]:
        x = values[dist.get_rank()].to([torch.float32, torch.int32][dist.get_rank()])
        dist.all_reduce(x)
        return x.tolist()

    floats, integers = values[0], values[1].to(torch.int32)
    first = floats[:2] + integers[:2].view(torch.float32)
    last = floats[2:].view(torch.int32) + integers[2:]
    found = on_ranks(2, add)
    assert found[0] == [*first.tolist(), *last.view(torch.float32).tolist()]
    assert found[1] == [*first.view(torch.int32).tolist(), *last.tolist()]
