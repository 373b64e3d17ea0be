import torch

scores = torch.ones(4, 64) @ torch.ones(64)
before, after = (torch.softmax(scores / by, dim=0) for by in (1, 64**0.5))

shows = not torch.allclose(before, after)
assert shows, "nothing changed"  # raises AssertionError: nothing changed
