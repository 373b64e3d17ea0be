"""Softmax in one pass: a running maximum, and a sum that is rescaled when it grows.

After the scores s_1, ..., s_n, let m_n be their maximum and t_n the sum of their
exponentials relative to it. One more score changes them to

    m_(n+1) = max(m_n, s_(n+1))
    t_(n+1) = t_n exp(m_n - m_(n+1)) + exp(s_(n+1) - m_(n+1))

so that no score is needed twice, and no exponent is above zero (Milakov and Gimelshein,
2018, algorithm 3). A sum of values, each times its exponential, is rescaled in the same
way, and divided by t_n it is a context vector (Rabe and Staats, 2021, section 2).

Two parts of the keys can be attended to apart. Of each we need the context vector and
the log-sum-exp of its scores, L = m + log t:

    L = log(exp(L_1) + exp(L_2)),   Z = exp(L_1 - L) Z_1 + exp(L_2 - L) Z_2
"""

import torch
from jaxtyping import Float
from torch import Tensor

from attention.checks import check_floating, check_shape


def online_softmax(
    scores: Float[Tensor, "*shape"], dim: int
) -> Float[Tensor, "*shape"]:
    """Return softmax from a maximum and a sum that are updated score by score.

    Args:
        scores: The scores. A slice that holds nan or +inf, or nothing but -inf, gives
            nan, as in `torch.softmax`.
        dim: The axis along which the weights sum to one.

    Returns:
        The weights. They are computed in float32 at least, and rounded at the end.

    Raises:
        ValueError: If the scores are not floating point, or have no axis.
    """
    check_floating("scores", scores)
    check_shape("scores", scores, "... num_keys")
    exact = scores.to(torch.promote_types(scores.dtype, torch.float32))
    total = torch.zeros_like(exact.sum(dim))
    maximum = torch.full_like(total, torch.finfo(exact.dtype).min)  # -inf - -inf is nan
    for score in exact.unbind(dim):
        higher = torch.maximum(maximum, score)
        total = total * torch.exp(maximum - higher) + torch.exp(score - higher)
        maximum = higher
    weights = torch.exp(exact - maximum.unsqueeze(dim)) / total.unsqueeze(dim)
    return weights.to(scores.dtype)


def merge_parts(
    contexts: Float[Tensor, "... num_queries d_v"],
    log_sums: Float[Tensor, "... num_queries"],
    other_contexts: Float[Tensor, "... num_queries d_v"],
    other_log_sums: Float[Tensor, "... num_queries"],
) -> tuple[
    Float[Tensor, "... num_queries d_v"],
    Float[Tensor, "... num_queries"],
]:
    """Merge attention to two parts of the keys into attention to all of them.

    Args:
        contexts: What each query got from the one part.
        log_sums: The log-sum-exp of each query's scores in that part, best in float32
            or float64; -inf if it may attend to nothing there.
        other_contexts: What each query got from the other part.
        other_log_sums: The log-sum-exp of its scores there.

    Returns:
        contexts: What each query gets from both, or zeros where both log-sum-exps are
            -inf. nan where one of them is nan or +inf.
        log_sums: The log-sum-exp of the scores of both, to merge with a third part.

    Raises:
        ValueError: If contexts and log-sum-exps do not have the same queries.
    """
    shape, of_queries = contexts.shape, contexts.shape[:-1]
    for name, tensor, wanted in (
        ("log_sums", log_sums, of_queries),
        ("other_contexts", other_contexts, shape),
        ("other_log_sums", other_log_sums, of_queries),
    ):
        if tensor.shape != wanted:
            raise ValueError(
                f"{name} must have shape {tuple(wanted)}, after contexts. "
                f"Got {tuple(tensor.shape)}."
            )
    largest = torch.maximum(log_sums, other_log_sums).detach()  # cancels, as in softmax
    largest = largest.masked_fill(largest == -torch.inf, 0.0)  # -inf - -inf is nan
    share = torch.exp(log_sums - largest)[..., None]
    other_share = torch.exp(other_log_sums - largest)[..., None]
    total = share + other_share
    nothing = total == 0  # in neither part
    total = total.masked_fill(nothing, 1.0)  # so that no gradient is nan
    merged = (share * contexts + other_share * other_contexts) / total
    sums = largest + total[..., 0].log()
    return merged, sums.masked_fill(nothing[..., 0], -torch.inf)
