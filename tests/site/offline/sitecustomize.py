"""Python imports this by itself at start: here it refuses the network."""

import os
import sys
from pathlib import Path

# `publish` is no part of what readers install, so it is found by its place.
sys.path.append(str(Path(__file__).parents[3]))

from publish.execute.offline import refuse_network

sys.path.pop()
refuse_network()
# `publish` says that there are no windows; an interpreter or a kernel may have some.
os.environ.pop("MPLBACKEND", None)
