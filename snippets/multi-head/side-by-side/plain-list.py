from attention import CausalAttention
from torch import nn


class Heads(nn.Module):
    def __init__(self, container):
        super().__init__()
        self.heads = container(CausalAttention(3, 2, 6, 0.0) for _ in "01")


for container in (list, nn.ModuleList):
    layer = Heads(container)
    count = sum(p.numel() for p in layer.parameters())
    print(f"{container.__name__:10} {count:2} parameters")
