from attention import CausalAttention
from torch import nn


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleList(
            CausalAttention(3, 2, 6, 0.0) for _ in range(2)
        )


layer = Heads().to("meta")
print("moved:", [head.W_query.weight.is_meta for head in layer.heads])
print("trained:", len(list(layer.parameters())))
print("saved:", *layer.state_dict(), sep="\n")
