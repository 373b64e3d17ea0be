"""``make test-gpu``: the published blocks with their arithmetic on an accelerator.

Each block runs unchanged in the mode of `publish.run.on_device`, on ``DEVICE=cuda`` or
``mps``, and must give the outputs that are stored for the CPU, with the tolerance that
two processors have. What passes is written into a record of evidence.

The blocks are shared out among processes of their own. One that ends in an error has
one for itself: an assertion that fails on a GPU spoils all that its process does after
it. Where a device words an error differently, `make outputs-gpu` stores its text beside
the CPU's, and from then on it must be that.

A block whose point is the CPU says ``# runs on the CPU: <why>``; those are listed.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field

import torch

from publish.outputs import store
from publish.outputs.results import Outputs, unpublishable
from publish.project import Project, Snippet
from publish.records.evidence import Checked, checked, make, write
from publish.run.block import RAISES, Result, on_cpu, run

BACKENDS = {"cuda": torch.cuda.is_available, "mps": torch.backends.mps.is_available}
PROCESSES = max(1, min(8, (os.cpu_count() or 1) // 2))
COMMAND = ["publish", "gpu"]  # of a process that runs blocks
FIRST = '{"id": '  # how a line begins that it prints


@dataclass
class Run:
    """What one block did on the device."""

    id: str
    result: Result = field(default_factory=Result)
    lost: str | None = None  # why there is no result

    def dumps(self) -> str:
        return json.dumps({"id": self.id, "result": asdict(self.result)})

    @classmethod
    def loads(cls, line: str) -> "Run":
        values = json.loads(line)
        return cls(values["id"], Result.loads(json.dumps(values["result"])))


def refusal(device: str) -> str | None:
    """Why nothing can run on the device; None if it is there."""
    if device not in BACKENDS:
        return f"DEVICE={device} is not known; it is {' or '.join(BACKENDS)}."
    if BACKENDS[device]():
        return None
    build = f"torch {torch.__version__}"
    return (
        f"No {device} device: {build} sees none on this machine. `make test` runs "
        "everything that needs no GPU; README.md says how to get the CUDA build."
    )


# --- running ---------------------------------------------------------------


def run_here(snippet: Snippet, device: str) -> Run:
    """Runs a block on the device, in this process."""
    result = run(snippet.code, str(snippet.path), snippet.root, device)
    return Run(snippet.id, result)


def run_all(project: Project, snippets: list[Snippet], device: str) -> list[Run]:
    """Runs blocks in processes of their own, several at a time."""
    raising = [[s] for s in snippets if RAISES.search(s.code)]
    seconds = Outputs(project).seconds
    others = [snippet for snippet in snippets if [snippet] not in raising]
    others.sort(key=seconds, reverse=True)
    shares = [share for n in range(PROCESSES) if (share := others[n::PROCESSES])]
    with ThreadPoolExecutor(PROCESSES) as pool:
        runs = pool.map(lambda share: list(_apart(share, device)), shares + raising)
        found = {done.id: done for share in runs for done in share}
    return [found[snippet.id] for snippet in snippets]


def _apart(snippets: list[Snippet], device: str) -> Iterator[Run]:
    """Runs blocks in a new process, and in another one what that did not get to."""
    raises = any(RAISES.search(snippet.code) for snippet in snippets)
    settings = {"DEVICE": device, "NVIDIA_TF32_OVERRIDE": "0"}
    if raises:  # so that the line which raises is the one that is wrong
        settings["CUDA_LAUNCH_BLOCKING"] = "1"
    waiting = [snippet.id for snippet in snippets]
    while waiting:
        done = subprocess.run(
            [sys.executable, "-m", *COMMAND, *waiting],
            capture_output=True, text=True, check=False,
            env={**os.environ, **settings}, cwd=snippets[0].root,
        )  # fmt: skip
        lines = [line for line in done.stdout.splitlines() if line.startswith(FIRST)]
        yield from map(Run.loads, lines)
        del waiting[: len(lines)]
        if not lines:
            end = f"its process ended with {done.returncode}:\n{done.stderr[-2000:]}"
            yield Run(waiting.pop(0), lost=end)


def _works(device: str) -> bool:
    """Starts the device; False if a failed assertion has put an end to its work."""
    try:
        torch.ones(2, 2, device=device).mm(torch.ones(2, 2, device=device)).tolist()
    except RuntimeError:
        return False
    return True


# --- comparing -------------------------------------------------------------


def check(outputs: Outputs, done: Run, device: str) -> Checked:
    """Compares what a block did on the device with its stored outputs."""
    snippet = outputs.project.snippet(f"{done.id}.py")
    if done.lost:
        return Checked(done.id, [f"{done.id}: {done.lost}"])
    result = done.result
    own = result.error and store.error_suffix(snippet, device) != ".err"
    # The block announces what the CPU raises; where the device has words of its own,
    # those are compared.
    found = [] if own else unpublishable(snippet, result)
    return checked(snippet, result, found or outputs.differs(snippet, result, device))


def accept(project: Project, runs: list[Run], device: str) -> list[str]:
    """Stores errors that the device words differently; the files that changed."""
    ledger = store.read_ledger(project)
    changed = []
    for done in runs:
        snippet = project.snippet(f"{done.id}.py")
        stored, path = snippet.stored(".err"), snippet.stored(f".{device}.err")
        before = path.read_text(encoding="utf-8") if path.exists() else None
        result = done.result
        if not (stored.exists() and result.error):
            continue
        error = f"{result.error}\n"
        # Our own errors say the same everywhere.
        same = result.own_error or error == stored.read_text(encoding="utf-8")
        if same:
            path.unlink(missing_ok=True)
        else:
            path.write_text(error, encoding="utf-8")
        if before != (None if same else error):
            changed.append(path.relative_to(project.root).as_posix())
            ledger[snippet.id]["files"] = store.hashes(snippet)
    store.write_ledger(project, ledger)
    return changed


# --- commands --------------------------------------------------------------


def verify(project: Project, device: str) -> list[str]:
    """Runs every block and writes the record of the run; what went wrong."""
    outputs = Outputs(project)
    cpu = cpu_alone(project)
    snippets = [snippet for snippet in project.snippets if snippet.id not in cpu]
    runs = run_all(project, snippets, device)
    checks = [check(outputs, done, device) for done in runs]
    right = [one for one in checks if not one.problems]
    largest = max((one.deviation for one in right), default=0.0)
    print(
        f"{len(right)} of {len(checks)} blocks as stored, the largest deviation "
        f"{largest:.2f} of what is allowed."
    )
    print(f"{len(cpu)} run on the CPU alone{':' if cpu else '.'}")
    print("".join(f"  {name}: {why}\n" for name, why in cpu.items()), end="")
    if right:
        path = write(project, make(project, device, hardware(device), checks))
        print(f"Written: {path.relative_to(project.root)}")
    return [line for one in checks for line in one.problems]


def cpu_alone(project: Project) -> dict[str, str]:
    """The blocks that say why they run on the CPU, by id."""
    return {s.id: why for s in project.snippets if (why := on_cpu(s.code))}


def hardware(device: str) -> str:
    """The device's own name."""
    if device == "cuda":
        return torch.cuda.get_device_name()
    from publish.records.evidence import processor

    return processor()


def accept_errors(project: Project, device: str) -> list[str]:
    """Runs what ends in an error, and stores the words that the device has for it."""
    here = [s for s in project.snippets if not on_cpu(s.code)]
    raising = [snippet for snippet in here if RAISES.search(snippet.code)]
    return accept(project, run_all(project, raising, device), device)


def print_runs(project: Project, device: str, names: list[str]) -> None:
    """In a process of its own: runs blocks, and prints what each did."""
    for number, name in enumerate(names):
        if not _works(device) and number:
            break
        print(run_here(project.snippet(f"{name}.py"), device).dumps(), flush=True)
