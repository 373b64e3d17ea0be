"""What ranks return, how they fail, and that none of them stays."""

import os
import signal
import socket
import subprocess
import sys
import time
from multiprocessing import active_children
from pathlib import Path

import pytest
import torch
import torch.distributed as dist
from torch.torch_version import TorchVersion

from attention.distributed import Traffic, as_rank, on_ranks
from attention.distributed.collectives import main
from tests.attention.expect import refuses

MAIN = "attention.distributed.collectives"


@pytest.mark.parametrize("size", [1, 2, 5])
def test_results_come_in_order_with_tensors_and_one_thread_a_rank(size: int):
    found = on_ranks(
        size, lambda x: (x + dist.get_rank(), torch.get_num_threads()), torch.ones(2)
    )
    for rank, (tensor, threads) in enumerate(found):
        assert (tensor.tolist(), threads) == ([1.0 + rank] * 2, 1)


def test_a_world_without_ranks_another_system_and_a_lone_process_are_refused(
    monkeypatch: pytest.MonkeyPatch,
):
    refuses("size must be at least 1. Got 0.", on_ranks, 0, main)
    with pytest.raises(RuntimeError, match="must be a rank of a world"):
        as_rank(main)
    with monkeypatch.context() as older:
        older.setattr(torch, "__version__", TorchVersion("2.7.1+cpu"))
        older.setenv("RANK", "0")
        older.setenv("WORLD_SIZE", "1")
        for start in (lambda: on_ranks(1, main), lambda: as_rank(main, device="cpu")):
            with pytest.raises(
                RuntimeError, match=r"at least 2\.8 .* Got 2\.7\.1\+cpu"
            ):
                start()
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(RuntimeError, match=r"Got darwin: start ranks by torchrun"):
        on_ranks(2, main)


def fails(how: str) -> None:
    if dist.get_rank() == 1:
        if how == "raises":
            raise ValueError("the batch is empty")
        if how == "is killed":
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(1.2)
    dist.all_reduce(torch.ones(2))


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("raises", r"^rank 1 of 3: ValueError: the batch is empty\nrank .*\nrank .*$"),
        ("is killed", "^rank 1 of 3 died: process 1 terminated with signal SIGKILL$"),
        ("is away", r"^rank [02] of 3: RuntimeError: .*(Timed out|closed|reset)"),
    ],
)
def test_a_rank_that_fails_ends_all_soon_and_the_first_line_says_why(
    how: str, says: str
):
    began = time.monotonic()
    with pytest.raises(RuntimeError, match=says):
        on_ranks(3, fails, how, timeout=1.0)
    assert time.monotonic() - began < 20
    assert not active_children()


@pytest.mark.slow
@pytest.mark.parametrize("kill", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_rank_outlives_the_process_that_started_it(kill: signal.Signals):
    code = "import time; from attention.distributed import on_ranks; import os\n"
    # One write a rank: two of `print` could have those of the other between them.
    code += "on_ranks(2, lambda: os.write(1, b'%d\\n' % os.getpid()) and "
    code += "time.sleep(60))"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as parent:
        assert parent.stdout is not None
        ranks = [int(parent.stdout.readline()) for _ in range(2)]
        parent.send_signal(kill)
    for _ in range(100):
        if not any(is_running(rank) for rank in ranks):
            return
        time.sleep(0.1)
    raise AssertionError(f"still running: {ranks}")


def is_running(process: int) -> bool:
    stat = Path(f"/proc/{process}/stat")
    try:
        return stat.read_text().rpartition(") ")[2][0] != "Z"
    except OSError:
        return False


def test_traffic_counts_what_is_passed_and_not_what_is_only_written():
    def passed() -> tuple[dict[str, int], dict[str, int]]:
        with Traffic() as traffic:
            dist.all_gather([torch.empty(3) for _ in range(2)], torch.ones(3))
            dist.reduce_scatter(torch.empty(3), [torch.ones(3) for _ in range(2)])
            dist.barrier()
        return dict(traffic.calls), dict(traffic.bytes)

    calls, passed_bytes = on_ranks(2, passed)[1]
    assert calls == {"all_gather": 1, "reduce_scatter": 1}
    assert passed_bytes == {"all_gather": 12, "reduce_scatter": 24}


def test_no_thread_of_gloo_outlives_the_world_of_a_rank():
    # One that frees a tensor while Python ends aborts the process.
    code = "import os; from attention.distributed import as_rank\n"
    code += "import torch.distributed as dist\n"
    code += "as_rank(lambda: (dist.barrier(), __import__('torch.distributed.nn')))\n"
    code += "print(len(os.listdir('/proc/self/task')))"
    ranks = {"RANK": "0", "WORLD_SIZE": "1", "LOCAL_WORLD_SIZE": "1", "LOCAL_RANK": "0"}
    with socket.socket() as free:
        free.bind(("localhost", 0))
        store = {"MASTER_ADDR": "localhost", "MASTER_PORT": str(free.getsockname()[1])}
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, check=False, env=os.environ | ranks | store,
    )  # fmt: skip
    assert (done.stdout, done.returncode) == ("1\n", 0), done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 4])
def test_torchrun_prints_what_the_block_prints(size: int):
    command = [sys.executable, "-m", "torch.distributed.run", "-m", MAIN]
    command.insert(3, f"--nproc-per-node={size}")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{on_ranks(size, main)[0]}\n"
