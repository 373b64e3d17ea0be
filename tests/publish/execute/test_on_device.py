"""The mode in which blocks run on a GPU, on machines that have none.

Two devices stand in for one: the CPU, where draws are made apart and moved all the
same; and `meta`, which has no numbers, and shows where tensors land.
"""

import re
from collections.abc import Callable

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

from attention import read_safetensors, tiny_gpt2
from publish.execute.block import on_cpu
from publish.execute.on_device import DrawnOnDevice, on_device
from publish.project import Project
from publish.records import gpu
from publish.snapshots.results import Outputs

LONGEST = 0.6  # seconds: a training repeats its steps

# --- random numbers --------------------------------------------------------


def view_filled() -> torch.Tensor:
    x = torch.zeros(5, 7)
    x[:, 2:5].exponential_()
    return x


def attended() -> torch.Tensor:
    x = torch.rand(3, 5, 4)
    return F.scaled_dot_product_attention(x, x, x, dropout_p=0.5)


def without_gradients() -> torch.Tensor:
    with torch.inference_mode():
        return F.dropout(ONES, 0.3)


ONES = torch.ones(7, 5)
# What the blocks of the course do not do, or in one place alone: see the last test.
CASES: dict[str, Callable[[], torch.Tensor]] = {
    "randn of 16 or more": lambda: torch.randn(18),
    "into a transposed one": lambda: torch.empty(5, 3).T.normal_(),
    "into a view": view_filled,
    "into out": lambda: torch.rand(5, 3, out=torch.empty(3, 5).T),
    "own generator": lambda: torch.rand(5, generator=torch.Generator().manual_seed(3)),
    "dropout, transposed": lambda: F.dropout(ONES.T, 0.3),
    "dropout, expanded": lambda: F.dropout(torch.ones(1, 5).expand(7, 5), 0.3),
    "dropout in place": lambda: F.dropout(torch.ones(7, 5), 0.3, inplace=True),
    "dropout of everything": lambda: F.dropout(ONES, 1.0),
    "dropout, no gradients": without_gradients,
    "native dropout": lambda: torch.native_dropout(ONES, 0.3, True)[0],
    "native dropout, not trained": lambda: torch.native_dropout(ONES, 0.3, False)[0],
    "attention that drops": attended,
    "multi-head attention": lambda: nn.MultiheadAttention(4, 2, dropout=0.5)(
        *[torch.rand(3, 4)] * 3
    )[0].detach(),
    "shuffled batches": lambda: torch.cat(
        list(DataLoader(range(11), batch_size=3, shuffle=True))  # type: ignore[arg-type]
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_numbers_drawn_apart_and_moved_are_those_of_a_plain_run(case: str) -> None:
    def drawn() -> tuple[torch.Tensor, torch.Tensor]:
        torch.manual_seed(123)
        return CASES[case]().cpu(), torch.get_rng_state()

    expected, state = drawn()
    with on_device("cpu"):
        got, state_then = drawn()
    assert got.stride() == expected.stride()
    assert torch.equal(got, expected)
    assert torch.equal(state, state_then)


def test_a_generator_of_the_device_that_moved_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    states = iter([torch.zeros(1), torch.ones(1)])
    monkeypatch.setattr(torch.cpu, "get_rng_state", lambda: next(states), raising=False)
    moved = pytest.raises(DrawnOnDevice, match="the generator of cpu moved")
    with moved, on_device("cpu"):
        pass


# --- where tensors land ----------------------------------------------------

FACTORIES: dict[str, Callable[[], torch.Tensor]] = {
    "arange": lambda: torch.arange(5.0),
    "rand": lambda: torch.rand(5),
    "tensor": lambda: torch.tensor([1.0]),
    # Not in torch's own list of what has a default device.
    "Tensor": lambda: torch.Tensor([1.0]),
    "Tensor of a size": lambda: torch.Tensor(5, 3),
    "FloatTensor": lambda: torch.FloatTensor([1.0]),
    "from_numpy": lambda: torch.from_numpy(np.ones(5)),
    "as_tensor of numpy": lambda: torch.as_tensor(np.ones(5)),
    "nn.Linear": lambda: nn.Linear(3, 2).weight,
    "an index": lambda: torch.eye(5)[[0, 2]],
    "tensor of tensors": lambda: torch.tensor([torch.tensor(1.0, device="cpu"), 2.0]),
}


@pytest.mark.parametrize("name", FACTORIES)
def test_what_is_made_from_nothing_lands_on_the_device(name: str) -> None:
    def make() -> torch.Tensor:
        torch.manual_seed(123)
        return FACTORIES[name]()

    make()
    state = torch.get_rng_state()
    with on_device("meta"):
        assert make().device.type == "meta"
        assert torch.get_default_device().type == "meta"
    assert torch.equal(torch.get_rng_state(), state)
    assert make().device.type == torch.get_default_device().type == "cpu"


def test_snippets_lend_no_memory_that_only_the_cpu_can_read(project: Project) -> None:
    lent = re.compile(r"torch\.(from_dlpack|frombuffer|from_file)")
    assert [one.id for one in project.snippets if lent.search(one.code)] == []


def test_what_the_package_reads_from_a_file_lands_on_the_device() -> None:
    with on_device("meta"):
        tensors = read_safetensors(tiny_gpt2() / "model.safetensors")
    assert {tensor.device.type for tensor in tensors.values()} == {"meta"}


def test_what_is_asked_of_the_cpu_stays_there() -> None:
    bytes_ = torch.arange(4, dtype=torch.uint8).untyped_storage()
    with on_device("meta"):
        here = [
            torch.ones(5, device="cpu"),
            torch.rand(5, device=torch.device("cpu")),
            torch.Tensor.new_tensor(torch.ones(5, device="cpu"), [1.0]),
            torch.zeros_like(torch.ones(5, device="cpu")),
        ]
        here.append(torch.where(here[0] > 0, here[0], torch.nan))  # makes the nan too
        copied = torch.UntypedStorage(4, device="cpu").copy_(bytes_)
        assert torch.ones(1).device.type == "meta"
    assert {tensor.device.type for tensor in here} == {"cpu"}
    assert copied.tolist() == [0, 1, 2, 3]


def test_the_suffix_of_the_device_is_not_printed_and_no_other_is_lost() -> None:
    x = torch.ones(2, 3, dtype=torch.float64, requires_grad=True)
    with on_device("meta"):
        assert repr(x.to("meta") * 2) == (
            "tensor(..., size=(2, 3), dtype=torch.float64, grad_fn=<MulBackward0>)"
        )
    assert "device='meta'" in repr(x.to("meta"))


# --- every block -----------------------------------------------------------


@pytest.mark.nightly
def test_every_block_does_the_same_when_its_numbers_are_drawn_apart(
    project: Project,
) -> None:
    outputs = Outputs(project)
    blocks = [
        snippet
        for snippet in project.snippets
        if not on_cpu(snippet.code) and outputs.seconds(snippet) < LONGEST
    ]
    runs = gpu.run_all(blocks, "cpu").items()
    found = [line for s, result in runs for line in outputs.differs(s, result)]
    assert found == []
