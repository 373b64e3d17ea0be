"""What is behind the general sentences of docs/distributed/tensor.md."""

import pytest
import torch
import torch.distributed as dist
import torch.distributed.tensor.parallel as tp
from torch.distributed.device_mesh import init_device_mesh

from attention import causal_mask, merge_heads, scaled_dot_product_attention
from attention.distributed import OnRanks, on_ranks
from attention.distributed.tensor import layers, tokens
from tests.facts.draw import draw
from tests.facts.says import says


@pytest.mark.parametrize("ranks", [1, 2, 3, 6])
def test_columns_of_the_first_and_rows_of_the_second_matrix_make_parts_of_the_sum(
    ranks: int,
) -> None:
    says(
        "distributed/tensor",
        r"With \(f\) for what happens in between, heads or activation, and a first matrix \(A\) in columns \(A_r\), a second \(B\) in rows \(B_r\):",
        r"\[ Y = \sum_r f(X A_r) \, B_r \]",
    )
    X, A, B = draw(0, 5, 7), draw(1, 7, 12), draw(2, 12, 4)
    f = torch.nn.functional.gelu
    pairs = zip(A.chunk(ranks, dim=1), B.chunk(ranks, dim=0), strict=True)
    Y = sum(f(X @ A_r) @ B_r for A_r, B_r in pairs)
    torch.testing.assert_close(Y, f(X @ A) @ B)


def test_without_the_sum_backwards_only_what_goes_further_down_is_wrong() -> None:
    says(
        "distributed/tensor",
        "The outputs and the gradients of this layer's weights are right.",
        "Only what goes to the layers below is wrong, and nothing is raised, so a test of one layer does not find it unless it looks at the gradient of its input.",
    )

    def off() -> list[float]:
        return [
            max((a - b).abs().max().item() for a, b in zip(*both, strict=True))
            for both in zip(compute(True), compute(False), strict=True)
        ]

    def as_it_is(x: torch.Tensor) -> torch.Tensor:
        return x

    def compute(whole: bool) -> tuple[list[torch.Tensor], ...]:
        x, enters = tokens().requires_grad_(), {} if whole else {"enter": as_it_is}
        divided = OnRanks(layers()[0], **enters)
        out = divided(x)
        slopes = torch.autograd.grad(out.square().sum(), [*divided.parameters(), x])
        return [out], [*slopes[:-1]], [slopes[-1]]

    out, weights, below = on_ranks(2, off)[0]
    assert max(out, weights) < 1e-12
    assert below > 0.5


def test_a_layer_that_counts_on_all_heads_cuts_narrower_ones_without_an_error() -> None:
    says(
        "distributed/tensor",
        "A layer that does, such as `y.view(b, n, num_heads, -1)` with all of `num_heads`, cuts narrower heads if the ranks divide the width of a head, and computes something else without an error.",
        "Our `Attention` needs no change for it, because it cuts what `W_query` returns by the width of a head, and does not count on having all heads.",
    )
    layer, x = layers()[0], tokens()
    b, n, _ = x.shape

    def part(rank: int, num_heads: int) -> torch.Tensor:
        q, k, v = (
            (x @ linear.weight.chunk(2)[rank].T + linear.bias.chunk(2)[rank])
            .view(b, n, num_heads, -1)
            .transpose(1, 2)
            for linear in (layer.W_query, layer.W_key, layer.W_value)
        )
        contexts, _ = scaled_dot_product_attention(q, k, v, causal_mask(n))
        columns = layer.out_proj.weight.chunk(2, dim=1)[rank]
        return merge_heads(contexts) @ columns.T

    for num_heads, right in ((2, True), (4, False)):
        out = part(0, num_heads) + part(1, num_heads) + layer.out_proj.bias
        assert torch.allclose(out, layer(x)) == right
    with pytest.raises(RuntimeError, match="invalid"):  # 8 numbers are not 3 heads
        part(0, 3)


def test_a_plan_for_three_ranks_is_refused_as_four_heads_are_not_three_parts() -> None:
    says("distributed/tensor", "Four heads are not three equal parts.")
    plan = {
        "W_query": tp.ColwiseParallel(),
        "W_key": tp.ColwiseParallel(),
        "W_value": tp.ColwiseParallel(),
        "out_proj": tp.RowwiseParallel(),
    }

    def compute() -> float:
        size = dist.get_world_size()
        layer, whole = layers()[0], layers()[0](tokens())
        tp.parallelize_module(layer, init_device_mesh("cpu", (size,)), plan)
        return (layer(tokens()) - whole).abs().max().item()

    assert max(on_ranks(4, compute)) < 1e-12
    with pytest.raises(RuntimeError, match=r"ValueError: .*head_dim"):
        on_ranks(3, compute, timeout=5)
