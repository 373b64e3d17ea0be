from attention import diagnose
from torch import nn
from torch.nn.functional import scaled_dot_product_attention


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(4, 4) for _ in range(3))

    def forward(self, x, key_padding_mask=None):
        """key_padding_mask: True where a token is padding."""
        mask = (
            None if key_padding_mask is None else key_padding_mask[:, None]
        )
        return scaled_dot_product_attention(
            self.q(x), self.k(x), self.v(x), mask
        )


print(diagnose(Attention()))
