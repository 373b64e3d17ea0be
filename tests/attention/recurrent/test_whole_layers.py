"""Delta nets, Mamba-2, lightning attention and convolutions, against plain loops."""

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

import attention as a
from attention.recurrent.decay import decayed_attention_in_chunks
from tests.attention.expect import assert_close, numbered, random, refuses

X = random(6, 7)  # of one sequence


def conv(x: Tensor, *convs: nn.Conv1d) -> Tensor:
    """A convolution by torch, from zeros before the first token."""
    kernel = torch.cat([c.weight for c in convs])
    bias = convs[0].bias
    padded = F.pad(x.T, (kernel.shape[-1] - 1, 0))
    return F.silu(F.conv1d(padded, kernel, bias, groups=len(kernel)).T)


def unit(z: Tensor) -> Tensor:
    return z / (z.square().sum() + 1e-6).sqrt()


@pytest.mark.parametrize("bias", [None, random(5, seed=2)], ids=["plain", "bias"])
def test_a_short_convolution_is_torchs_in_whatever_pieces(bias: Tensor | None):
    x, kernel = random(2, 9, 5), random(5, 1, 4, seed=1)
    whole, kept = a.short_convolution(x, kernel, bias)
    padded = F.pad(x.mT, (3, 0))
    assert_close(whole, F.conv1d(padded, kernel, bias, groups=5).mT)
    assert_close(kept, x[:, -3:])
    past, said = None, []
    for piece in x.split([2, 0, 1, 6], dim=1):
        out, past = a.short_convolution(piece, kernel, bias, past)
        said.append(out)
    assert_close((torch.cat(said, dim=1), past), (whole, kept))


@pytest.mark.parametrize("channels", [False, True])
def test_a_gated_delta_net_is_its_formula_step_by_step(channels: bool):
    made = a.GatedDeltaNet(7, 8, 4, 5, 3, num_key_heads=2, kernel_size=3)
    if channels:
        made.W_decay = nn.Linear(7, 20)
    made = numbered(made)
    mixed = torch.cat([w(X) for w in (made.W_query, made.W_key, made.W_value)], dim=-1)
    mixed = conv(mixed, made.conv_query, made.conv_key, made.conv_value)
    q, k, v = (
        m.unflatten(-1, (-1, w))
        for m, w in zip(mixed.split([10, 10, 12], dim=-1), (5, 5, 3), strict=True)
    )
    beta, gate = torch.sigmoid(made.W_beta(X)), F.silu(made.W_gate(X))
    decay = torch.log(1 + made.W_decay(X).exp()).view(6, 4, -1)  # of heads
    said = torch.zeros(6, 4, 3).double()
    for h in range(4):
        state = torch.zeros(5, 3).double()
        for t in range(6):
            key = unit(k[t, h // 2])
            kept = torch.exp(-made.log_rate[h].exp() * decay[t, h])
            state = kept[:, None] * state
            state = state + beta[t, h] * torch.outer(key, v[t, h] - key @ state)
            said[t, h] = unit(q[t, h // 2]) / 5**0.5 @ state
    normed = F.rms_norm(said, (3,), made.norm.scale, made.norm.eps)
    assert_close(made(X), made.out_proj(normed.flatten(1) * gate), 1e-10)


def test_mamba_2_is_its_formula_step_by_step():
    made = numbered(a.Mamba2(7, 8, 4, 3, 5, 2, norm_groups=2))
    z, u, dt = made.W_in(X).split([12, 32, 4], dim=-1)
    v, b, c = conv(u, made.conv).split([12, 10, 10], dim=-1)
    steps = F.softplus(dt + made.dt_bias)
    said = torch.zeros(6, 4, 3).double()
    for h in range(4):
        state, rows = torch.zeros(5, 3).double(), slice(h // 2 * 5, h // 2 * 5 + 5)
        for t in range(6):
            value = v[t, 3 * h : 3 * h + 3]
            state = torch.exp(-made.log_rate[h].exp() * steps[t, h]) * state
            state = state + torch.outer(b[t, rows], steps[t, h] * value)
            said[t, h] = c[t, rows] @ state + made.skip[h] * value
    gated = (said.flatten(1) * F.silu(z)).view(6, 2, 6)
    normed = F.rms_norm(gated, (6,), eps=made.eps).flatten(1) * made.scale
    assert_close(made(X), made.out_proj(normed), 1e-10)


def test_lightning_attention_is_its_formula_step_by_step():
    made = numbered(a.LightningAttention(7, 8, 4, 3, rate=0.7))
    linears = made.W_query, made.W_key, made.W_value
    q, k, v = (F.silu(w(X)).view(6, 4, 3) for w in linears)
    said = torch.zeros(6, 4, 3).double()
    for h, slope in enumerate(a.alibi_slopes(4).tolist()):
        state = torch.zeros(3, 3).double()
        for t in range(6):
            state = torch.tensor(-0.7 * slope).double().exp() * state
            state = state + torch.outer(k[t, h], v[t, h])
            said[t, h] = q[t, h] @ state
    normed = F.rms_norm(said.flatten(1), (12,), made.norm.scale, made.norm.eps)
    expected = made.out_proj(normed * torch.sigmoid(made.W_gate(X)))
    assert_close(made(X), expected, 1e-7)  # slopes in float32


def test_a_gated_convolution_is_torchs_between_two_products():
    made = numbered(a.GatedConvolution(7))
    b, c, v = made.W_in(X).chunk(3, dim=-1)
    mixed = F.conv1d(F.pad((b * v).T, (2, 0)), made.conv.weight, groups=7).T
    assert_close(made(X), made.out_proj(c * mixed))


@pytest.mark.parametrize("num_tokens", [0, 1, 6, 7])
def test_decay_in_chunks_is_decay_at_once(num_tokens: int):
    q, k, v = (random(2, num_tokens, n, seed=n) for n in (5, 5, 3))
    given = q, k, v, -random(2, num_tokens, seed=9).abs(), random(2, 5, 3, seed=8)
    found = decayed_attention_in_chunks(*given, chunk_size=3)
    assert_close(found, a.decayed_attention(*given))


def test_a_cache_of_float16_keeps_its_state_in_float32():
    for layer in (a.Mamba2(7, 8, 4, 3, 5), a.GatedDeltaNet(7, 8, 4, 5, 3)):
        _, cache = layer.half().forward_with_cache(X.half())
        assert (cache.inputs.dtype, cache.state.dtype) == (torch.half, torch.float)


def test_a_chosen_few_of_latent_attention_are_all_of_them_or_what_the_mask_leaves():
    layer = a.LatentAttention(7, 8, 13, 0.0, 2, 3, 5, 4)
    layer.W_query = nn.Sequential(nn.Linear(7, 5), nn.Linear(5, 14))
    indexer = a.Indexer(7, 2, 6, query_dim=5, rotary=a.RotaryPositions(13, 4, width=6))
    made = numbered(a.SelectiveLatentAttention(layer, indexer, 6))
    assert_close(made(X), layer(X))
    made.top_k = 2
    rotary, queries = indexer.rotary, indexer.W_query(layer.W_query[0](X))
    queries = rotary(queries.view(6, 2, 6).transpose(0, 1))
    scores = a.index_scores(queries, rotary(indexer.W_key(X)), indexer.W_weight(X))
    mask = a.select_keys(scores, 2, a.causal_mask(6))
    assert_close(made(X), layer.mix(*layer.project(X), mask))
    refuses(
        "attention must have a W_query that is nn.Sequential. Got Linear.",
        a.SelectiveLatentAttention,
        a.LatentAttention(7, 8, 13, 0.0, 2, 3, 5, 4),
        indexer,
        2,
    )
