"""DeepSeek-V3's router: scores for each expert alone, chosen by groups and with a bias.

The bias is no part of the output, but moves the choice (DeepSeek-AI, 2024, DeepSeek-V3,
section 2.1.2):

    s = sigmoid(x W_router)
    chosen = the top_k experts with the largest s_e + bias_e, of the top_groups groups
             whose two largest s_e + bias_e have the largest sum
    w_e = scale s_e / (sum of s over chosen)
"""

import torch
from jaxtyping import Float, Int64
from torch import Tensor, nn

from attention.checks import check_sizes, check_top_k, full_precision


class DeepSeekRouter(nn.Module):
    """Choose experts by biased scores, within the best groups, and weigh them unbiased.

    Args:
        d_model: Features of a token.
        num_experts: The number of experts to choose from.
        top_k: How many each token uses.
        num_groups: Groups of neighbours that the experts are cut into; 1 if there are
            none.
        top_groups: Groups from which a token may choose.
        scale: What the weights of a token add up to.

    Attributes:
        W_router: nn.Linear without a bias, from d_model to num_experts.
        bias: nn.Parameter without a gradient, all 0 at first: what is added to the
            score of each expert for the choice alone.

    Raises:
        ValueError: If num_groups does not divide num_experts, top_groups is not from 1
            to num_groups, or top_k is more than the experts of top_groups groups.
    """

    def __init__(
        self,
        d_model: int,
        num_experts: int,
        top_k: int,
        num_groups: int = 1,
        top_groups: int = 1,
        scale: float = 1.0,
    ) -> None:
        super().__init__()
        check_sizes(num_experts=num_experts, num_groups=num_groups)
        if num_experts % num_groups:
            raise ValueError(
                f"num_experts must be divisible by num_groups={num_groups}. "
                f"Got {num_experts}."
            )
        if not 1 <= top_groups <= num_groups:
            raise ValueError(
                f"top_groups must be from 1 to num_groups={num_groups}. "
                f"Got {top_groups}."
            )
        check_top_k(top_k, num_experts // num_groups * top_groups)
        self.top_k = top_k
        self.num_groups = num_groups
        self.top_groups = top_groups
        self.scale = scale
        self.W_router = nn.Linear(d_model, num_experts, bias=False)
        self.bias = nn.Parameter(torch.zeros(num_experts), requires_grad=False)

    def forward(
        self, x: Float[Tensor, "num_tokens d_model"]
    ) -> tuple[Int64[Tensor, "num_tokens top_k"], Float[Tensor, "num_tokens top_k"]]:
        """Return the chosen experts of each token, and their weights.

        float16 and bfloat16 are scored in float32, under autocast, too.

        Args:
            x: One vector for each token.
        """
        dtype = torch.promote_types(x.dtype, torch.float32)
        with full_precision(x):
            logits = x.to(dtype) @ self.W_router.weight.to(dtype).T
        scores = torch.sigmoid(logits)  # (num_tokens, num_experts)
        chosen = self.choose(scores + self.bias)
        weights = scores.gather(-1, chosen)
        return chosen, self.scale * weights / weights.sum(dim=-1, keepdim=True)

    def choose(
        self, biased: Float[Tensor, "num_tokens num_experts"]
    ) -> Int64[Tensor, "num_tokens top_k"]:
        """Return for each token the best experts of the best groups.

        Args:
            biased: The scores with the bias.
        """
        groups = biased.unflatten(-1, (self.num_groups, -1))
        best_two = groups.topk(min(2, groups.shape[-1]), dim=-1).values.sum(dim=-1)
        kept = best_two.topk(self.top_groups, dim=-1).indices
        outside = torch.ones_like(best_two, dtype=torch.bool).scatter(-1, kept, False)
        allowed = groups.masked_fill(outside[..., None], float("-inf"))
        return allowed.flatten(-2).topk(self.top_k, dim=-1).indices
