"""``python -m benchmarks``: time every case, write the record, draw its figures.

``python -m benchmarks draw`` draws the figures of the records, and times nothing.
"""

import os
import platform
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import torch

from attention import GPT
from benchmarks import cases, measure, page
from benchmarks.draw import draw
from publish.records import sealed
from publish.records.evidence import processor

# Of a layer; and of a model, which has its features and heads.
SIZES = {"tokens": 1024, "features": 768, "heads": 12, "blocks": 12, "words": 50257}
BATCHES = (2, 8)
ALL_FORMS = 2  # the largest batch in which a CPU, too, times all forms of a layer
LENGTHS = (256, 512, 1024, 2048, 4096)
MATRIX = 2048  # tokens: the weights of 4,096 would need gigabytes
CONTEXTS = (128, 256, 512, 1024)
STATES = (64, 1024, 16384)
ROUNDS = 6  # the least that gives an interval: a run takes some minutes
TOLERANCE = {torch.float32: 1e-4, torch.bfloat16: 5e-2}  # of the largest number


def every_case(device: str) -> Iterator[tuple[cases.Case, float]]:
    """What is timed, and how far its forms may be apart."""
    generator = torch.Generator().manual_seed(2)  # on the CPU
    heads, size = SIZES["heads"], SIZES["features"] // SIZES["heads"]
    dtypes = [torch.float32, *[torch.bfloat16] * (device == "cuda")]
    for dtype, batch in ((dtype, batch) for dtype in dtypes for batch in BATCHES):
        x = torch.randn(batch, SIZES["tokens"], SIZES["features"], generator=generator)
        few = device == "cpu" and batch > ALL_FORMS
        for case in cases.of_layers(x.to(device, dtype), heads, few):
            yield case, TOLERANCE[dtype]
    for tokens in LENGTHS:
        made = torch.randn(3, 1, heads, tokens, size, generator=generator).to(device)
        for case in cases.of_lengths(made.unbind(), MATRIX):
            yield case, TOLERANCE[torch.float32]
    for tokens in STATES:
        made = torch.randn(3, 1, heads, tokens, size, generator=generator).to(device)
        for case in cases.of_states(made.unbind()):
            yield case, TOLERANCE[torch.float32]
    torch.manual_seed(3)
    words, longest = SIZES["words"], max(CONTEXTS)
    model = GPT(words, longest, SIZES["features"], SIZES["blocks"], heads)
    model.to(device).eval()
    ids = torch.randint(words, (1, longest), generator=generator).to(device)
    for tokens in CONTEXTS:
        for case in cases.of_decoding(model, ids[:, :tokens]):
            yield case, TOLERANCE[torch.float32]


def run(device: str, rounds: int) -> list[page.Entry]:
    """Time every case; one entry for each of its forms."""
    start, entries = time.perf_counter(), []
    for (about, runs), tolerance in every_case(device):
        what = ", ".join(map(str, about.values()))

        def say(number: int, what: str = what) -> None:
            passed = time.perf_counter() - start
            print(f"{passed:5.0f} s  {what}: round {number} of {rounds}", flush=True)

        peaks = measure.compare(runs, tolerance, device)
        for form, found in measure.seconds(runs, rounds, device, say).items():
            numbers = {"seconds": [float(f"{s:.4g}") for s in found]}
            entries.append({**about, "form": form, **numbers, "bytes": peaks[form]})
    return entries


def main() -> None:
    root = Path.cwd()
    device = os.environ.get("DEVICE") or "cpu"
    file = root / page.FOLDER / f"{device}.json"
    if sys.argv[1:] != ["draw"]:
        torch.set_num_threads(1)
        start = time.perf_counter()
        entries = run(device, int(os.environ.get("ROUNDS") or ROUNDS))
        on_gpu = device == "cuda"
        body = {
            "device": device,
            "hardware": torch.cuda.get_device_name() if on_gpu else processor(),
            "system": f"{platform.system()} {platform.machine()}",
            "torch": torch.__version__.partition("+")[0],
            "python": platform.python_version(),
            "date": datetime.now(UTC).date().isoformat(),
            "seconds": round(time.perf_counter() - start),
            "code": page.code(root),
            "sizes": SIZES,
            "entries": entries,
        }
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(sealed.dumps(body), encoding="utf-8")
        print(f"Written: {file.relative_to(root)}")
    for record in page.read(root):
        draw(root / page.FOLDER, record)


if __name__ == "__main__":
    main()
