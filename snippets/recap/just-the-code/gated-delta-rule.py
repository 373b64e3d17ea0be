# pip install torch
# MIT licence, Copyright (c) 2026 The Attention, verified developers.

import torch
import torch.nn.functional as F


def gated_delta_rule(q, k, v, beta, log_decay, state=None):
    """One step a token: q, k (..., n, d_k), v (..., n, d_v), rest (..., n).

    Divide k by its length, and q by its length and by d_k**0.5, before.
    """
    if state is None:
        state = v.new_zeros(*v.shape[:-2], k.shape[-1], v.shape[-1])
    out = []
    for t in range(k.shape[-2]):
        key, value, query = (x[..., t, None, :] for x in (k, v, q))
        state = log_decay[..., t, None, None].exp() * state
        error = value - key @ state
        state = state + beta[..., t, None, None] * key.mT @ error
        out.append(query @ state)
    return torch.cat(out, dim=-2), state


def gated_delta_rule_in_chunks(
    q, k, v, beta, log_decay, state=None, chunk_size=64
):
    """The same with a triangular solve for each chunk, all at once."""
    n = k.shape[-2]
    if state is None:
        state = v.new_zeros(*v.shape[:-2], k.shape[-1], v.shape[-1])

    def chunked(x):  # added tokens write nothing and decay nothing
        x = F.pad(x, (0, 0, 0, -n % chunk_size))
        return x.unflatten(-2, (-1, chunk_size))

    beta, log_decay = beta[..., None], log_decay[..., None]
    q, k, v, beta, log_decay = map(chunked, (q, k, v, beta, log_decay))
    later = (
        torch.ones(chunk_size, chunk_size, device=k.device).triu(1).bool()
    )
    between = log_decay.expand(*log_decay.shape[:-1], chunk_size)
    between = between.masked_fill(later | later.mT.logical_not(), 0)
    mask = between.cumsum(-2).masked_fill(later, -torch.inf).exp()
    since = log_decay.cumsum(-2).exp()  # decays since the chunk began
    known = beta * torch.cat([v, since * k], dim=-1)
    of_v, of_k = torch.linalg.solve_triangular(
        beta * mask * (k @ k.mT), known, upper=False, unitriangular=True
    ).split([v.shape[-1], k.shape[-1]], dim=-1)
    scores, q = mask * (q @ k.mT), since * q
    k = mask[..., -1, :, None] * k
    out = []
    for c in range(k.shape[-3]):
        writes = of_v[..., c, :, :] - of_k[..., c, :, :] @ state
        read = q[..., c, :, :] @ state + scores[..., c, :, :] @ writes
        state = since[..., c, -1:, :] * state + k[..., c, :, :].mT @ writes
        out.append(read)
    return torch.cat(out, dim=-2)[..., :n, :], state


if __name__ == "__main__":  # 200 tokens, two heads, both ways
    torch.manual_seed(123)
    q, k, v = torch.randn(3, 2, 200, 16)
    q, k = F.normalize(q, dim=-1) / 16**0.5, F.normalize(k, dim=-1)
    beta, log_decay = torch.rand(2, 200), -torch.rand(2, 200)
    for rule in (gated_delta_rule, gated_delta_rule_in_chunks):
        out, state = rule(q, k, v, beta, log_decay)
        print(out[0, -1, :4], state.shape)
