"""A mixture of experts: many feed-forward networks, of which each token uses a few.

For the features x of one token, a router and the experts E_1, ..., E_n:

    chosen, w = router(x)
    MoE(x) = sum over e in chosen of w_e E_e(x)  (+ shared(x))

This is Shazeer et al. (2017), section 2, with the experts in the place of a block's
feed-forward network as in GShard (Lepikhin et al., 2020, section 2.2). A shared expert,
which each token uses, is DeepSeekMoE's (Dai et al., 2024, section 3.2).

`Router` chooses the largest of n scores and makes the weights of the chosen add up to
1, as Mixtral does (Jiang et al., 2024, section 2.1):

    w = softmax(the top_k largest of x W_router)

`SigmoidRouter` chooses the same experts, and weighs each alone, as Llama 4 does, which
also has the weights inside: `weigh_inputs` computes E_e(w_e x) in place of w_e E_e(x).
"""

from collections.abc import Iterable

import torch
from jaxtyping import Float, Int64
from torch import Tensor, nn

from attention.checks import (
    check_chosen,
    check_sizes,
    check_top_k,
    check_update,
    is_true,
)


class Router(nn.Module):
    """Choose for each token the experts with the largest scores.

    Args:
        d_model: Features of a token.
        num_experts: The number of experts to choose from.
        top_k: How many each token uses.
        bias: Whether the scores have a bias, as in gpt-oss.

    Attributes:
        W_router: nn.Linear, by default without a bias, from d_model to num_experts.

    Raises:
        ValueError: If top_k is less than 1 or more than num_experts.
    """

    def __init__(
        self, d_model: int, num_experts: int, top_k: int, bias: bool = False
    ) -> None:
        super().__init__()
        check_top_k(top_k, num_experts)
        self.top_k = top_k
        self.W_router = nn.Linear(d_model, num_experts, bias=bias)

    def forward(
        self, x: Float[Tensor, "num_tokens d_model"]
    ) -> tuple[Int64[Tensor, "num_tokens top_k"], Float[Tensor, "num_tokens top_k"]]:
        """Return the chosen experts of each token, best first, and their weights.

        Args:
            x: One vector for each token.
        """
        scores, chosen = self.W_router(x).topk(self.top_k, dim=-1)
        return chosen, torch.softmax(scores, dim=-1)


class SigmoidRouter(Router):
    """Choose the same experts, and weigh each by a sigmoid of its own score.

    The weights of a token do not add up to 1. Arguments, attributes and errors are
    those of `Router`. The class Llama4Router in transformers is one.
    """

    def forward(
        self, x: Float[Tensor, "num_tokens d_model"]
    ) -> tuple[Int64[Tensor, "num_tokens top_k"], Float[Tensor, "num_tokens top_k"]]:
        """Return the chosen experts of each token, best first, and their weights.

        Args:
            x: One vector for each token.
        """
        scores, chosen = self.W_router(x).topk(self.top_k, dim=-1)
        return chosen, torch.sigmoid(scores)


class GatedExpert(nn.Module):
    """An expert whose result passes through a gate, one number for each token.

    For the features x of one token, sigmoid(x w_gate) expert(x): the shared expert of
    Qwen2-MoE and Qwen3-Next (the class Qwen3NextSparseMoeBlock in transformers).

    Args:
        d_model: Features of a token.
        expert: A layer from (..., d_model) to the same shape, such as `SwiGLU`.

    Attributes:
        expert: The layer.
        W_gate: nn.Linear without a bias, from d_model to one number.
    """

    def __init__(self, d_model: int, expert: nn.Module) -> None:
        super().__init__()
        self.expert = expert
        self.W_gate = nn.Linear(d_model, 1, bias=False)

    def forward(self, x: Float[Tensor, "... d_model"]) -> Float[Tensor, "... d_model"]:
        """Return what the expert says of each token, times the token's gate.

        Args:
            x: Features of tokens, with any axes in front.
        """
        return torch.sigmoid(self.W_gate(x)) * self.expert(x)


class MixtureOfExperts(nn.Module):
    """Send each token to the experts that a router chooses, and add up what they say.

    Args:
        router: A layer from (num_tokens, d_model) to the numbers of the chosen experts
            and their weights, both (num_tokens, top_k), such as `Router`.
        experts: Layers from (..., d_model) to the same shape, such as `SwiGLU`.
        shared: A layer of the same shapes that each token uses; by default there is
            none.
        weigh_inputs: Whether a weight multiplies what its expert is given, E(w x), and
            not what it says, w E(x).

    Attributes:
        router: The router.
        experts: nn.ModuleList of the experts.
        shared: The shared expert, or None.

    Raises:
        ValueError: If there are no experts.
    """

    def __init__(
        self,
        router: nn.Module,
        experts: Iterable[nn.Module],
        shared: nn.Module | None = None,
        weigh_inputs: bool = False,
    ) -> None:
        super().__init__()
        self.weigh_inputs = weigh_inputs
        self.router = router
        self.experts = nn.ModuleList(experts)
        check_sizes(experts=len(self.experts))
        self.shared = shared

    def forward(self, x: Float[Tensor, "... d_model"]) -> Float[Tensor, "... d_model"]:
        """Return for each token the weighted sum of its experts' results.

        Each expert runs once, on the tokens that chose it; one that no token chose does
        not run. Where shapes must not depend on numbers (torch.compile, export, vmap,
        the meta device), each runs on all tokens, with the same result.

        Args:
            x: Features of tokens, with any axes in front.

        Raises:
            ValueError: If an expert or the shared one returns another shape than it was
                given, or the router names an expert that there is not.
        """
        tokens = x.reshape(-1, x.shape[-1])
        chosen, weights = self.router(tokens)
        check_chosen(chosen, len(self.experts))
        numbers_known = is_true((chosen >= 0).all(), unknown=False)
        out = torch.zeros_like(tokens)
        for number, expert in enumerate(self.experts):
            chose = chosen == number  # (num_tokens, top_k)
            mine = chose.any(dim=-1)
            rows = mine.nonzero()[:, 0] if numbers_known else slice(None)
            given, mine = tokens[rows], mine[rows, None]
            if numbers_known and len(given) == 0:
                continue
            weight = (weights * chose).sum(dim=-1, keepdim=True)[rows]
            if self.weigh_inputs:
                given, weight = weight.to(given.dtype) * given, torch.ones_like(weight)
            said = expert(given)
            check_update(said, given)
            said = weight.to(said.dtype) * said.where(mine, 0.0)
            out[rows] += said.to(out.dtype)
        out = out.view(x.shape)
        if self.shared is not None:
            said = self.shared(x)
            check_update(said, x)
            out = out + said
        return out
