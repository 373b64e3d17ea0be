"""Runs blocks, each in a process of its own, which begins as an interpreter begins.

Torch takes seconds to import. So one process has imported it and done nothing else,
and each block gets a fork of that one; where the system cannot fork, an interpreter
that imports for itself.
"""

from collections.abc import Callable, Iterable
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from typing import Any

from publish.execute.block import Result, execute

FORKS = "forkserver" in get_all_start_methods()


def run(
    code: str,
    name: str,
    root: Path,
    device: str | None = None,
    absent: Iterable[str] = (),
    draw: bool = False,
) -> Result:
    """What a block does: see `execute`."""
    return apart(execute, code, name, root, device, absent, draw)


def apart(function: Callable[..., Result], *given: object) -> Result:
    """What the function returns there."""
    context: Any = get_context("forkserver" if FORKS else "spawn")
    if FORKS:
        context.set_forkserver_preload(["publish.execute.preload"])
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(sender, function, given))
    with receiver:
        process.start()
        sender.close()
        try:
            return receiver.recv()
        except EOFError:
            return Result(error="SystemError: the process ended before its block did")
        finally:
            process.join()


def _send(sender: Any, function: Callable[..., Result], given: tuple[Any, ...]) -> None:
    sender.send(function(*given))
