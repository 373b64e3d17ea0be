"""Tokens exchanged for heads, forward and backward, against one process."""

import pytest
import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import Tensor

from attention.distributed import exchange, on_ranks, ulysses_attention
from attention.distributed.ulysses import main
from tests.attention.expect import random, unchecked, with_slopes


def attend(queries: Tensor, keys: Tensor, values: Tensor) -> Tensor:
    return F.scaled_dot_product_attention(
        queries, keys, values, is_causal=True, enable_gqa=True
    )


@pytest.mark.parametrize("size", [1, 2, 4, 8])
@pytest.mark.parametrize("groups", [8, 4, 1])
def test_contexts_and_gradients_are_those_of_one_process_copied_groups_too(
    size: int, groups: int
):
    shapes = (2, 8, 16, 5), (2, groups, 16, 5), (2, groups, 16, 3)
    tensors = [random(*s, seed=n).requires_grad_() for n, s in enumerate(shapes)]
    wanted = with_slopes(attend(*tensors), tensors)
    towards = random(*wanted[0].shape, seed=9)

    def compute() -> list[Tensor]:
        rank = dist.get_rank()

        def mine(tensor: Tensor) -> Tensor:
            return tensor.detach().chunk(size, dim=-2)[rank]

        parts = [mine(tensor).requires_grad_() for tensor in tensors]
        copies = max(1, size // groups)
        q, k, v = parts[0], *(t.repeat_interleave(copies, dim=-3) for t in parts[1:])
        out = ulysses_attention(q, k, v, attend)
        slopes = torch.autograd.grad((out * mine(towards)).sum(), parts)
        pairs = zip([out, *slopes], wanted, strict=True)
        return [(found - mine(expected)).abs().max() for found, expected in pairs]

    for off in on_ranks(size, compute):
        assert max(off) < 1e-13


def test_rank_0_gets_the_first_heads_and_has_the_first_tokens():
    x = random(4, 6, 3)

    def there_and_back() -> tuple[bool, bool]:
        rank = dist.get_rank()
        mine = x.chunk(2, dim=1)[rank]
        heads = exchange(mine, cut=0, join=1)
        back = exchange(heads, cut=1, join=0)
        return torch.equal(heads, x.chunk(2)[rank]), torch.equal(back, mine)

    assert on_ranks(2, there_and_back) == [(True, True)] * 2


WRONG = {
    "heads": (((3, 4, 5),) * 3, "3 heads of queries"),
    "groups": (((4, 4, 5), (1, 4, 5), (1, 4, 5)), "1 heads of keys"),
    "values": (((4, 4, 5), (2, 4, 5), (1, 4, 5)), "1 heads of values"),
}


@pytest.mark.parametrize("name", WRONG)
def test_heads_that_ranks_do_not_divide_are_refused_on_every_rank(name: str):
    shapes, says = WRONG[name]
    with unchecked(), pytest.raises(RuntimeError) as refused:
        on_ranks(
            2, lambda: ulysses_attention(*(random(*s) for s in shapes), attend=attend)
        )
    lines = str(refused.value).splitlines()
    assert len(lines) == 2
    wanted = f"ValueError: the ranks must divide {says}. Got 2 ranks."
    assert all(wanted in line for line in lines)


def test_one_exchange_alone_refuses_what_ranks_do_not_divide():
    with pytest.raises(RuntimeError, match=r"divide 5 numbers of axis 1\. Got 2"):
        on_ranks(2, exchange, random(4, 5, 2), 1, 0)


def test_the_page_counts_everything_as_in_one_process():
    text = "1024 of 1024 outputs and 2048 of 2048 gradients"
    assert all(text in on_ranks(size, main)[0] for size in (1, 2, 4))
