"""Records of runs: which code ran where, when, and how near it came to what is shown.

``evidence/`` holds one file for each kind of machine. ``make evidence`` and
``make test-gpu`` write it, a person commits it, and a reviewer reads its diff. It
speaks of a snippet as long as the snippet, and all that it reaches of ``attention``,
have the digest of the code that ran.

On a device, blocks run in the mode of `publish.execute.on_device` and must give the
outputs that are stored for the CPU. Each has a process of its own: an assertion that
fails on a GPU spoils all that its process does after it. A block whose point is the
CPU says ``# runs on the CPU: <why>``.
"""

import json
import os
import platform
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from publish.execute.block import on_cpu, runs_here
from publish.execute.processes import run
from publish.project import Project, Snippet, put
from publish.snapshots.check_outputs import deviation
from publish.snapshots.results import Outputs

DEVICES = {"cpu": "CPU", "cuda": "GPU", "mps": "Apple GPU"}  # as readers know them
FOLDER = "evidence"


@dataclass
class Record:
    """One run of the snippets on one machine."""

    device: str
    hardware: str
    system: str
    torch: str
    python: str
    date: str
    snippets: dict[str, str] = field(default_factory=dict)  # the digest of each
    deviations: dict[str, float] = field(default_factory=dict)  # those that are not 0

    @property
    def name(self) -> str:
        minor = ".".join(self.python.split(".")[:2])
        return f"{self.device}-torch-{self.torch}-python-{minor}"

    def has(self, snippet: Snippet, digest: str) -> bool:
        """Whether the code that ran is the code that has this digest."""
        return self.snippets.get(snippet.id) == digest


def read(root: Path) -> list[Record]:
    """All records of a checkout, the CPU's first."""
    files = sorted((root / FOLDER).glob("*.json"))
    records = [Record(**json.loads(file.read_text(encoding="utf-8"))) for file in files]
    return sorted(records, key=lambda r: (list(DEVICES).index(r.device), r.name))


def write(root: Path, record: Record) -> Path:
    """Store a record in the place of an older one of the same kind of machine."""
    path = root / FOLDER / f"{record.name}.json"
    put(path, json.dumps(asdict(record), indent=1) + "\n")
    return path


def digests(project: Project) -> dict[Snippet, str]:
    """By snippet, the digest of its code and of what that reaches of the package."""
    outputs = Outputs(project)
    return {snippet: outputs.code_digest(snippet.code) for snippet in project.snippets}


def belongs(snippet: Snippet, device: str) -> bool:
    """Whether a snippet is one that runs on the device, and on this system."""
    if not runs_here(snippet.code):
        return False
    return device == "cpu" or not on_cpu(snippet.code)


def machine(device: str) -> dict[str, Any]:
    """What a record says of where and when it was made."""
    import torch

    torch.empty(0, device=device)  # or torch says what it lacks
    gpu = device == "cuda"
    return {
        "device": device,
        "hardware": torch.cuda.get_device_name() if gpu else processor(),
        "system": f"{platform.system()} {platform.machine()}",
        "torch": torch.__version__.partition("+")[0],
        "python": platform.python_version(),
        "date": datetime.now(UTC).date().isoformat(),
    }


def processor() -> str:
    """The processor's own name, or what the system knows of it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    named = [line.partition(":")[2] for line in lines if line.startswith("model name")]
    return named[0].strip() if named else platform.processor() or platform.machine()


def run_all(project: Project, device: str | None) -> tuple[Record, list[str]]:
    """Run every snippet, on a device or as it is; the record, and what differed."""
    outputs, record = Outputs(project), Record(**machine(device or "cpu"))
    known = digests(project)
    snippets = [one for one in known if belongs(one, record.device)]
    snippets.sort(key=outputs.seconds, reverse=True)  # so that none ends alone

    def ran(snippet: Snippet) -> tuple[list[str], float]:
        result = run(snippet.code, str(snippet.path), snippet.root, device)
        wrong = outputs.differs(snippet, result)
        return wrong, 0.0 if wrong else round(deviation(snippet, result), 2)

    with ThreadPoolExecutor(max(1, min(8, (os.cpu_count() or 1) // 2))) as pool:
        found = dict(zip(snippets, pool.map(ran, snippets), strict=True))
    right = sorted((s for s in snippets if not found[s][0]), key=lambda s: s.id)
    record.snippets = {s.id: known[s] for s in right}
    record.deviations = {s.id: found[s][1] for s in right if found[s][1]}
    return record, [line for wrong, _ in found.values() for line in wrong]
