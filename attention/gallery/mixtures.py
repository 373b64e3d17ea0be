"""Mixtures of experts as several models of this room have them."""

from collections.abc import Callable, Iterable

from torch import nn

from attention.frontier.deepseek_router import DeepSeekRouter
from attention.frontier.experts import MixtureOfExperts, Router
from attention.frontier.swiglu import SwiGLU
from attention.gallery.settings import Settings

# Names of DeepSeek-V3's mixtures, to stand before those of Llama.
NAMES = {
    r"router\.W_router": "gate",
    r"router\.bias": "gate.e_score_correction_bias",
    r"feed_forward\.shared": "mlp.shared_experts",
}


def experts(
    c: Settings, number: int, make: Callable[[], nn.Module]
) -> Iterable[nn.Module]:
    """Return experts, which are one module in a model that is only counted.

    Args:
        c: The entries of a config.
        number: How many there are.
        make: What makes an expert.
    """
    return [make()] * number if c.outlined else (make() for _ in range(number))


def mixture(
    c: Settings,
    router: Router | DeepSeekRouter,
    d_expert: int,
    shared: nn.Module | None = None,
    weigh_inputs: bool = False,
) -> MixtureOfExperts:
    """Return a mixture of SwiGLU networks, as many as a router has rows.

    Args:
        c: The entries of a config.
        router: A router with W_router, from tokens to one score for each expert.
        d_expert: Numbers between the layers of an expert.
        shared: An expert that each token uses; by default there is none.
        weigh_inputs: As in `MixtureOfExperts`.
    """
    made = experts(
        c, router.W_router.out_features, lambda: SwiGLU(c.hidden_size, d_expert)
    )
    return MixtureOfExperts(router, made, shared, weigh_inputs)


def deepseek_mixture(c: Settings) -> MixtureOfExperts:
    """Return a mixture with DeepSeek-V3's router and a shared expert.

    Args:
        c: The entries of a config, with the names of DeepSeek-V3's.
    """
    c.must(norm_topk_prob=True, scoring_func="sigmoid", topk_method="noaux_tc")
    c.must(moe_layer_freq=1)
    router = DeepSeekRouter(
        c.hidden_size,
        c.get("n_routed_experts", c.get("num_local_experts")),
        c.num_experts_per_tok,
        c.get("n_group", 1),
        c.get("topk_group", 1),
        c.get("routed_scaling_factor", 1.0),
    )
    d_expert = c.moe_intermediate_size
    shared = SwiGLU(c.hidden_size, c.get("n_shared_experts", 1) * d_expert)
    return mixture(c, router, d_expert, shared)
