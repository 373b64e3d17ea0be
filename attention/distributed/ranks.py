"""Ranks: processes that run one function together, each with memory of its own.

A world of ranks is started in one of two ways:

    torchrun --nproc-per-node=4 -m attention.distributed.collectives   # from a shell
    on_ranks(4, main)                                                  # from Python

`on_ranks` forks, so that ranks need neither a file nor a name for the function that
they run. They are forked before the first of them opens a store: a process in which the
store of torchrun's launcher runs already has threads, and a fork of it may wait for
ever for a lock that one of them had.

Windows cannot fork, and on macOS a fork of a process that has used the system's
frameworks is not safe. There, torchrun starts the ranks.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar, cast

import torch
import torch.distributed as dist

# Its functions have the group of their import as a default argument. Imported later,
# as by torch._dynamo, they keep a group that was destroyed, and gloo's threads with it.
# One that still frees a tensor while Python ends aborts the process.
import torch.distributed.nn
from torch.multiprocessing import ProcessExitedException, ProcessRaisedException
from torch.multiprocessing.spawn import ProcessContext, start_processes

from attention.checks import check_sizes

Result = TypeVar("Result")


def on_ranks(
    size: int, function: Callable[..., Result], *args: Any, timeout: float = 30.0
) -> list[Result]:
    """Run a function on ranks of this machine's CPU; return what each of them returned.

    Each rank is a fork of this process, with one thread: it has what this process has,
    and changes copies of its own. The ranks talk through gloo. All have ended when the
    function returns or raises.

    Args:
        size: The number of ranks.
        function: What each rank runs. It asks torch.distributed which one it is, and
            its result must be picklable.
        args: What it is given.
        timeout: Seconds that a rank waits for the others in one collective.

    Returns:
        The results, rank 0's first.

    Raises:
        ValueError: If size is less than 1.
        RuntimeError: If a rank raised or died, with a line for each that raised, the
            first to fail first; if the system is not Linux, or torch older than 2.8.
    """
    check_sizes(size=size)
    _check_gloo("cpu")
    if sys.platform != "linux":
        raise RuntimeError(
            f"on_ranks needs Linux, where it is safe to fork. Got {sys.platform}: "
            f"start ranks by torchrun --nproc-per-node={size} instead."
        )
    with TemporaryDirectory() as folder:
        given = size, Path(folder), function, args, timeout
        world = cast(
            ProcessContext,  # since it does not join
            start_processes(_run, given, size, join=False, start_method="fork"),
        )
        try:
            while not world.join():
                pass
        except (ProcessExitedException, ProcessRaisedException) as error:
            who = f"rank {error.error_index} of {size}"
            raise RuntimeError(f"{who} died: {error.msg.strip()}") from None
        finally:
            for process in world.processes:
                process.kill()  # if we were interrupted
                process.join()
        outcomes = [
            torch.load(Path(folder, str(rank)), weights_only=False)
            for rank in range(size)
        ]
    if errors := sorted(error for _, error in outcomes if error):
        raise RuntimeError("\n".join(line for _, line in errors))
    return [result for result, _ in outcomes]


def as_rank(
    function: Callable[..., Result],
    *args: Any,
    timeout: float = 30.0,
    device: str | None = None,
    store: str = "env://",
) -> Result:
    """Run a function as one rank of a world, which torchrun or `on_ranks` started.

    Args:
        function: What each rank runs.
        args: What it is given.
        timeout: Seconds that a rank waits for the others in one collective.
        device: "cpu" or "cuda": where tensors are made, and whether gloo or NCCL
            carries them. By default "cuda" if each rank here has a GPU to itself.
        store: Where ranks find each other; by default where the environment says.

    Raises:
        RuntimeError: If the process is no rank of a world, or if it would be one on a
            CPU with a torch older than 2.8.
    """
    if "RANK" not in os.environ:
        raise RuntimeError(
            "the process must be a rank of a world. Got no RANK in its environment: "
            "start it by torchrun --nproc-per-node=4, or the function by on_ranks."
        )
    rank, size = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    if device is None:
        enough = torch.cuda.device_count() >= int(os.environ["LOCAL_WORLD_SIZE"])
        device = "cuda" if enough else "cpu"
    here = torch.device(device)
    _check_gloo(device)
    if device == "cuda":
        here = torch.device(device, int(os.environ["LOCAL_RANK"]))
        torch.cuda.set_device(here)
    torch.set_num_threads(1)  # there are as many ranks as cores, or more
    dist.init_process_group(
        {"cpu": "gloo", "cuda": "nccl"}[device],
        init_method=store,
        timeout=timedelta(seconds=timeout),
        rank=rank,
        world_size=size,
        device_id=here if device == "cuda" else None,  # or NCCL guesses it
    )
    try:
        with here:
            dist.barrier()  # one that leaves early would cut off who still connects
            return function(*args)
    finally:
        dist.destroy_process_group()


def start(main: Callable[[], str]) -> None:
    """Run the main of a module that torchrun started; rank 0 prints what it returns.

    Args:
        main: What each rank runs.
    """
    rank, text = as_rank(lambda: (dist.get_rank(), main()))
    if rank == 0:
        print(text)


def _check_gloo(device: str) -> None:
    if (
        device == "cpu" and torch.__version__ < "2.8"
    ):  # pytorch#149869 added reduce_scatter
        raise RuntimeError(
            "torch must be at least 2.8 for ranks on a CPU, whose gloo has all "
            f"collectives. Got {torch.__version__}."
        )


def _run(
    rank: int,
    size: int,
    folder: Path,
    function: Callable[..., Any],
    args: tuple[Any, ...],
    timeout: float,
) -> None:
    """Run a function as a rank, and write what came of it into a folder."""
    # What a rank is sent when the process that started it has ended: it ends, too.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.environ |= {"RANK": str(rank), "WORLD_SIZE": str(size)}

    def outcome() -> tuple[Any, tuple[float, str] | None]:
        try:
            return function(*args), None
        except Exception as error:
            line = f"rank {rank} of {size}: {type(error).__name__}: {error}"
            return None, (time.monotonic(), line)

    store = f"file://{folder}/store"
    ended = as_rank(outcome, timeout=timeout, device="cpu", store=store)
    torch.save(ended, folder / str(rank))
