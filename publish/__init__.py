"""The little glue: run, compare, accept, expand, index."""

import os
from importlib.util import find_spec
from pathlib import Path

# Where `tiktoken.get_encoding("gpt2")` looks before it asks the network; a folder that
# the machine names for other work may lack what it needs.
_CACHE = Path(__file__).resolve().parent.parent / ".cache" / "tiktoken"
os.environ["TIKTOKEN_CACHE_DIR"] = str(_CACHE)

# What figures look like: as matplotlib comes, not as somebody likes it on this machine.
if (_matplotlib := find_spec("matplotlib")) and _matplotlib.origin:
    _rc = Path(_matplotlib.origin).with_name("mpl-data") / "matplotlibrc"
    os.environ["MATPLOTLIBRC"] = str(_rc)
os.environ["MPLBACKEND"] = "agg"  # no windows: figures are drawn, not shown
