"""``make test-gpu``: the published blocks with their arithmetic on an accelerator.

What is here so far is the door: without a device it says so and fails. The run
itself comes with a change of its own, and until then this fails on every machine,
so that no green job claims a check that nobody made.
"""

import os
import sys

import torch

BACKENDS = {"cuda": torch.cuda.is_available, "mps": torch.backends.mps.is_available}


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


def main() -> str:
    """The message to fail with."""
    device = os.environ.get("DEVICE") or "cuda"
    missing = "The GPU run is not written yet: nothing was checked on this machine's "
    return refusal(device) or f"{missing}{device} device."


if __name__ == "__main__":
    sys.exit(main())
