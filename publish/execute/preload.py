"""What takes long to import, for the one process of which all others are forks.

One thread, since a pool of them does not survive a fork: a block that needed it would
wait for ever. What is frozen is not looked at by the garbage collector, which would
copy every page of it in each of them.
"""

import gc
from importlib import import_module
from pathlib import Path

import torch

from publish.execute import block

# By name: as statements, they would look as if nobody used them.
LONG = (
    "matplotlib.pyplot", "tiktoken", "torch._dynamo", "torch.utils.data",
)  # fmt: skip
ROOT = Path(__file__).resolve().parents[2]

torch.set_num_threads(1)
for name in LONG:
    import_module(name)
block.imported |= block.state_of_package(ROOT)
for name in (
    "attention",
    "attention.text",
    "attention.loaders",
    "attention.examples",
    "attention.plotting",
):
    import_module(name)
gc.freeze()
