"""The mode in which blocks run on a GPU, on machines that have none.

Three devices stand in for one: the CPU, where draws are made apart and moved all the
same; `meta`, which has no numbers, and shows where tensors land; and `lazy`, whose
numbers are the CPU's and whose tensors say that they are elsewhere.
"""

from collections.abc import Callable

import pytest
import torch
import torch._lazy.ts_backend
import torch.nn.functional as F
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.data import DataLoader

from attention.examples import tiny_gpt2
from attention.loaders import read_safetensors
from publish.execute.block import on_cpu
from publish.execute.on_device import ReadOnCPU, on_device
from publish.execute.processes import run
from publish.project import Project
from publish.snapshots.results import Outputs

ONES = torch.ones(7, 5)


def view_filled() -> Tensor:
    x = torch.zeros(5, 7)
    x[:, 2:5].exponential_()
    return x


def without_gradients() -> Tensor:
    with torch.inference_mode():
        return F.dropout(ONES, 0.3)


def attended(rate: float) -> Tensor:
    return F.scaled_dot_product_attention(*[torch.rand(3, 5, 4)] * 3, dropout_p=rate)


def multi_head(rate: float) -> Tensor:
    layer = nn.MultiheadAttention(4, 2, dropout=rate)
    return layer(*[torch.rand(3, 4)] * 3, need_weights=False)[0].detach()


CASES: dict[str, Callable[[], Tensor]] = {
    "randn of 16 or more": lambda: torch.randn(18),
    "into a transposed one": lambda: torch.empty(5, 3).T.normal_(),
    "into a view": view_filled,
    "into out": lambda: torch.rand(5, 3, out=torch.empty(3, 5).T),
    "own generator": lambda: torch.rand(5, generator=torch.Generator().manual_seed(3)),
    "dropout, transposed": lambda: F.dropout(ONES.T, 0.3),
    "dropout in place": lambda: F.dropout(torch.ones(7, 5), 0.3, inplace=True),
    "dropout of everything": lambda: F.dropout(ONES, 1.0),
    "dropout, no gradients": without_gradients,
    "attention that drops": lambda: attended(0.5),
    "multi-head attention": lambda: multi_head(0.5),
    "shuffled batches": lambda: torch.cat(
        list(DataLoader(range(11), batch_size=3, shuffle=True))  # type: ignore[arg-type]
    ),
}


def drawn(case: Callable[[], Tensor]) -> tuple[Tensor, Tensor]:
    torch.manual_seed(123)
    return case().cpu(), torch.get_rng_state()


@pytest.mark.parametrize("case", CASES)
def test_numbers_drawn_apart_and_moved_are_those_of_a_plain_run(case: str) -> None:
    expected, state = drawn(CASES[case])
    with on_device("cpu"):
        got, state_then = drawn(CASES[case])
    assert got.stride() == expected.stride()
    assert torch.equal(got, expected)
    assert torch.equal(state, state_then)


@pytest.mark.parametrize("x", [ONES, ONES.T, ONES[:, ::2], torch.ones(5).expand(7, 5)])
def test_a_gpus_own_kernel_of_dropout_drops_what_the_cpu_drops(x: Tensor) -> None:
    expected, _ = drawn(lambda: F.dropout(x, 0.3))
    with on_device("cpu"):
        got, _ = drawn(lambda: torch.native_dropout(x, 0.3, True)[0])
    assert torch.equal(got, expected)


@pytest.mark.parametrize("attend", [attended, multi_head])
def test_attention_that_drops_uses_no_fused_kernel_which_draws_for_itself(
    attend: Callable[[float], Tensor],
) -> None:
    fused: list[bool] = []

    class Watch(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            if "softmax" in func.name() or "attention" in func.name():
                fused.append(torch.backends.cuda.flash_sdp_enabled())
            return func(*args, **(kwargs or {}))

    with ReadOnCPU(), Watch():
        attend(0.0)
        attend(0.5)
    assert (fused[0], fused[-1]) == (True, False)


def test_what_is_made_lands_on_the_device_and_the_cpu_draws_its_numbers() -> None:
    with on_device("meta"):
        made = [
            torch.arange(5.0), torch.rand(5), torch.tensor([1.0]),
            nn.Linear(3, 2).weight,
            *read_safetensors(tiny_gpt2() / "model.safetensors").values(),
        ]  # fmt: skip
        asked = torch.ones(5, device="cpu"), torch.rand(5, device=torch.device("cpu"))
        torch.manual_seed(123)
        torch.rand(5)
    assert torch.equal(torch.get_rng_state(), drawn(lambda: torch.rand(5))[1])
    assert {tensor.device.type for tensor in made} == {"meta"}
    assert {tensor.device.type for tensor in asked} == {"cpu"}
    assert torch.ones(1).device.type == "cpu"


def printed() -> list[str]:
    """What says where a tensor is, where nobody keeps it from that."""
    found = []
    for width in range(1, 17):  # from short lines to broken ones
        x = torch.arange(1.0, width + 1) / 3
        leaf = x.clone().requires_grad_()
        half = (2 * leaf).half()
        found += [
            repr([x, leaf, 2 * leaf, half, nn.Parameter(x)]),
            f"{leaf} {x[0]:.2f}",
        ]
        found += [repr((2 * leaf).expand(2, -1)), str(x.numpy()), str(x.long())]
        found += [repr(0 * leaf + 10**digits) for digits in range(6)]
    return found


def test_what_is_printed_or_handed_to_numpy_does_not_say_where_it_was() -> None:
    torch._lazy.ts_backend.init()
    with torch.device("lazy"):
        assert "device='lazy:0'" in repr(torch.ones(1))
        with ReadOnCPU():
            got = printed()
    assert got == printed()


# Blocks that draw, drop, attend and train; at night, all.
SAMPLE = (
    "mistakes/randomness/compared-in-training", "causal/class/forward",
    "models/encoder-decoder/same-as-torchs", "multi-head/gpt2-size/sdpa-bfloat16",
    "practice/multi-head/padding-in-front-sdpa", "self-attention/classes/save-and-load",
    "causal/dropout/on-weights", "self-attention/classes/losses",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLE)
def test_a_block_does_the_same_when_its_numbers_are_drawn_apart(
    project: Project, name: str
) -> None:
    snippet = project.snippet(name)
    given = snippet.code, str(snippet.path), project.root
    plain, apart = run(*given), run(*given, device="cpu")
    assert apart.stdout == plain.stdout
    assert (apart.error, apart.figures) == (plain.error, plain.figures)


@pytest.mark.nightly
def test_every_block_does_so(project: Project) -> None:
    outputs, found = Outputs(project), []
    for snippet in project.snippets:
        if not on_cpu(snippet.code) and outputs.seconds(snippet) < 0.6:
            result = run(snippet.code, str(snippet.path), project.root, "cpu")
            found += outputs.differs(snippet, result)
    assert found == []
