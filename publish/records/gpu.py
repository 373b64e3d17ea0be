"""``make test-gpu``: the published blocks with their arithmetic on an accelerator.

Each block runs unchanged in the mode of `publish.execute.on_device`, on
``DEVICE=cuda`` or ``mps``, and must give the outputs that are stored for the CPU, with
the tolerance that two processors have. What passes is written into a record of evidence.

Each block has a process of its own: an assertion that fails on a GPU spoils all that
its process does after it.

A block whose point is the CPU says ``# runs on the CPU: <why>``; those are listed.
"""

import os
from concurrent.futures import ThreadPoolExecutor

import torch

from publish.execute.block import Result, on_cpu
from publish.execute.processes import run
from publish.project import Project, Snippet
from publish.records.evidence import make, processor, write
from publish.snapshots.results import Outputs

PROCESSES = max(1, min(8, (os.cpu_count() or 1) // 2))
SETTINGS = {
    "NVIDIA_TF32_OVERRIDE": "0",  # no rounding to ten bits
    "CUDA_LAUNCH_BLOCKING": "1",  # the line that raises is the one that is wrong
    "PYTORCH_NVML_BASED_CUDA_CHECK": "1",  # who asks for a GPU can be forked still
}


def run_all(snippets: list[Snippet], device: str) -> dict[Snippet, Result]:
    """Runs blocks on the device, several at a time."""
    os.environ |= SETTINGS

    def on_device(snippet: Snippet) -> Result:
        return run(snippet.code, str(snippet.path), snippet.root, device)

    with ThreadPoolExecutor(PROCESSES) as pool:
        return dict(zip(snippets, pool.map(on_device, snippets), strict=True))


def verify(project: Project, device: str) -> list[str]:
    """Runs every block and writes the record of the run; what went wrong."""
    try:
        torch.empty(0, device=device)
    except (AssertionError, RuntimeError) as error:  # as torch says what it lacks
        return [f"DEVICE={device}: {error}"]
    outputs = Outputs(project)
    cpu = cpu_alone(project)
    snippets = [snippet for snippet in project.snippets if snippet.id not in cpu]
    snippets.sort(key=outputs.seconds, reverse=True)  # so that none ends alone
    results = run_all(snippets, device)
    found = {s: outputs.differs(s, result) for s, result in results.items()}
    hardware = torch.cuda.get_device_name() if device == "cuda" else processor()
    record = make(project, device, hardware, results, found)
    right = record.snippets.values()
    largest = max((entry["deviation"] for entry in right), default=0.0)
    print(
        f"{len(right)} of {len(snippets)} blocks as stored, the largest deviation "
        f"{largest:.2f} of what is allowed."
    )
    print(f"{len(cpu)} run on the CPU alone{':' if cpu else '.'}")
    print("".join(f"  {name}: {why}\n" for name, why in cpu.items()), end="")
    if right:
        print(f"Written: {write(project, record).relative_to(project.root)}")
    return [line for problems in found.values() for line in problems]


def cpu_alone(project: Project) -> dict[str, str]:
    """The blocks that say why they run on the CPU, by id."""
    return {s.id: why for s in project.snippets if (why := on_cpu(s.code))}
