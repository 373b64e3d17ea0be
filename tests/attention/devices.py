"""Where tests of devices run: `meta` has no numbers, and is on every machine."""

import torch

DEVICES = ["cpu", "meta"] + (["cuda"] if torch.cuda.is_available() else [])
