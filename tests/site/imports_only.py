"""What takes long to import and leaves nothing behind that a snippet could notice.

A process that is forked after this has all of it already. What is frozen is not looked
at by its garbage collector, which would copy every page of it.
"""

import gc
from importlib import import_module

# By name: as statements, they would look as if nobody used them.
LONG = ("matplotlib.pyplot", "tiktoken", "torch", "torch._dynamo", "torch.utils.data")

for name in (*LONG, "attention", "tests.offline"):
    import_module(name)
gc.freeze()
