"""What is behind the general sentences of docs/gallery/hybrids.md."""

import torch
from torch import nn
from torch.nn.functional import silu, softplus
from torch.testing import assert_close

import attention as a
from attention.gallery import build, describe, outline, release
from tests.facts.draw import draw
from tests.facts.gallery.made import IDS, count, described, seen_from, stored
from tests.facts.says import says


def convolved(x: torch.Tensor, conv: nn.Conv1d) -> torch.Tensor:
    """Sum, token by token, each channel's kernel times the last inputs."""
    size, kernels = conv.kernel_size[0], conv.weight[:, 0]
    padded = torch.cat([torch.zeros(size - 1, x.shape[1]).double(), x])
    rows = [(padded[t : t + size].T * kernels).sum(-1) for t in range(len(x))]
    return torch.stack(rows) + (0 if conv.bias is None else conv.bias)


def mamba_of(seed: int) -> a.Mamba2:
    """Three heads of four features, with a state of five."""
    torch.manual_seed(seed)
    layer = a.Mamba2(6, 6, 3, 4, 5).double()
    layer.skip.data, layer.scale.data = draw(seed + 9, 3), draw(seed, 12)
    return layer


def test_the_formulas_of_mamba() -> None:
    says(
        "gallery/hybrids",
        r"\[ (v, b, c) = \mathrm{silu}\bigl(\mathrm{conv}(u)\bigr) \qquad a_t = e^{-\Delta_t e^{r}} \]",
        r"\[ S_t = a_t S_{t-1} + b_t^\top (\Delta_t v_t) \qquad y_t = c_t S_t + D\, v_t \]",
        "The gate comes before the norm.",
        r"\[ \mathrm{out} = \mathrm{RMSNorm}\bigl(y \odot \mathrm{silu}(z)\bigr)\, W_\text{out} \]",
        "One matrix makes a gate \\(z\\), the inputs \\(u\\) of a short convolution, and one number for each head, of which a bias and softplus make the step \\(\\Delta\\).",
        "In Qwen3-Next's delta layers it comes after.",
    )
    for seed in range(5):
        heads, state, layer, x = 3, 5, mamba_of(seed), draw(seed, 9, 6)
        z, u, steps = (x @ layer.W_in.weight.T).split([12, 12 + 2 * state, heads], -1)
        values, b, c = silu(convolved(u, layer.conv)).split([12, state, state], -1)
        Delta = softplus(steps + layer.dt_bias)
        outs = []
        for h in range(heads):
            v, D, r = values[:, 4 * h : 4 * h + 4], layer.skip[h], layer.log_rate[h]
            S, y = torch.zeros(state, 4).double(), []
            for t in range(9):
                a_t = torch.exp(-Delta[t, h] * torch.exp(r))
                S = a_t * S + torch.outer(b[t], Delta[t, h] * v[t])
                y.append(c[t] @ S + D * v[t])
            outs.append(torch.stack(y))
        y = torch.cat(outs, dim=-1)
        normed = a.rms_norm(y * silu(z), layer.scale, layer.eps)
        after = a.rms_norm(y, layer.scale, layer.eps) * silu(z)
        assert (after - normed).abs().max() > 0.1
        assert_close(layer(x), normed @ layer.out_proj.weight.T)
    delta, x = a.GatedDeltaNet(6, 6, 2, 4, 3).double(), draw(0, 5, 6)
    right = delta(x)
    delta.activation = lambda gates: 10 * silu(gates)
    assert_close(delta(x), 10 * right)  # no norm follows, which would undo it


def test_granite_in_words() -> None:
    says(
        "gallery/hybrids",
        "Granite 4.0 H has Mamba-2 in nine of ten layers, where Granite 3 has attention.",
        "Heads share \\(b\\) and \\(c\\), as grouped heads share keys: in H-Small, all heads have one pair.",
        "Attention has no positions, and grouped keys.",
        "With `num_local_experts` of 0, it is the shared one alone.",
        "They are those of Granite 3 8B.",
        "The published active parameters of Granite, 9 billion, are ours rounded.",
    )
    before, after = (release(f"granite-{n}").config for n in ("3-8b", "4-h-small"))
    made, (mamba, full) = described("granite-4-h-small"), ("A", "B")
    places = [i + 1 for i, letter in enumerate(made.letters) if letter == full]
    assert (places, len(made.letters)) == ([6, 16, 26, 36], 40)
    assert made.layers[mamba]["attention"] == "Mamba-2, 128 states of 128 by 64"
    assert made.layers[full]["attention"] == "32 heads of 128, 8 keys"
    assert made.layers[full]["positions"] == "none"
    assert (after["mamba_n_heads"], after["mamba_n_groups"]) == (128, 1)
    for kind in ("attention", "residual", "embedding"):
        assert before[f"{kind}_multiplier"] == after[f"{kind}_multiplier"]
    assert before["logits_scaling"] == after["logits_scaling"]
    dense = describe(outline({**after, "num_local_experts": 0})).layers["A"]
    assert dense["feed-forward"] == "SwiGLU of 1,536"
    assert "experts" not in dense
    active = release("granite-4-h-small").active
    assert f"{count('granite-4-h-small').active / 1e9:.0f}B" == active == "9B"


def test_the_formula_of_a_gated_convolution() -> None:
    says(
        "gallery/hybrids",
        r"\[ (b, c, v) = x\, W_\text{in} \qquad \mathrm{out} = \bigl(c \odot \mathrm{conv}(b \odot v)\bigr)\, W_\text{out} \]",
        "Each channel has a kernel of its own, for the token and the two before it.",
        "There is no activation function.",
        "A gated convolution keeps its last two inputs.",
    )
    for seed in range(5):
        torch.manual_seed(seed)
        layer, x = a.GatedConvolution(6).double(), draw(seed, 9, 6)
        b, c, v = (x @ layer.W_in.weight.T).split(6, dim=-1)
        out = (c * convolved(b * v, layer.conv)) @ layer.out_proj.weight.T
        assert_close(layer(x), out)
        assert layer.conv.weight.shape == (6, 1, 3)
        assert_close(layer(2 * x), 8 * layer(x))  # a product of three, and no more
        assert_close(layer.forward_with_cache(x)[1].state, (b * v)[-2:])


def test_lfm2_in_words() -> None:
    says(
        "gallery/hybrids",
        "LFM2 has convolutions of three tokens in most layers.",
        "The other layers have rotary positions, grouped keys and norms of queries and keys.",
        "Embeddings and logits share one table.",
        "The feed-forward networks of LFM2 are two thirds as wide as `intermediate_size` says, times `block_ffn_dim_multiplier` if there is one, rounded up to a multiple of `block_multiple_of`, unless `block_auto_adjust_ff_dim` is false.",
    )
    made = describe(outline(stored("lfm2")))
    assert (made.letters, made.whole["output table"]) == ("AABA", "tied")
    full = made.layers["B"]
    assert full["positions"].startswith("rotary")
    assert full["QK-norm"] == "in each head"
    assert full["attention"] == "4 heads of 6, 2 keys"
    for width, hidden in ((12288, 8192), (1000, 768), (385, 256), (387, 512)):
        sizes = {"intermediate_size": width, "block_multiple_of": 256}
        for adjusted, wide in ((True, hidden), (False, width)):
            config = stored("lfm2", **sizes, block_auto_adjust_ff_dim=adjusted)
            network = outline(config).blocks[0].feed_forward
            assert network.W_up.out_features == wide
        config = stored("lfm2", **sizes, block_ffn_dim_multiplier=3.0)
        wider = outline(config).blocks[0].feed_forward.W_up.out_features
        assert 0 <= wider - 3 * int(2 * width / 3) < 256


def test_what_mamba_keeps() -> None:
    says(
        "gallery/hybrids",
        "A layer of Mamba-2 keeps one state for each head, and the last inputs of its convolution.",
        "A gated convolution keeps its last two inputs.",
        "Our layers keep the states of Mamba-2 in float32 even if the model is in bfloat16, which nearly doubles the part that does not grow.",
    )
    for length in (3, 50):
        x, mamba = draw(length, length, 6), mamba_of(length)
        cache = mamba.forward_with_cache(x)[1]
        assert cache.state.shape == (3, 5, 4)
        _, u, _ = mamba.W_in(x).split([12, 12 + 2 * 5, 3], dim=-1)
        assert_close(cache.inputs, u[-3:])
        convolution = a.GatedConvolution(6).double()
        b, _, v = convolution.W_in(x).chunk(3, dim=-1)
        assert_close(convolution.forward_with_cache(x)[1].state, (b * v)[-2:])
    model = build(stored("granite_hybrid")).to(torch.bfloat16)
    caches = model.forward_with_cache(IDS[:, :5])[1]
    kept = {cache.state.dtype for cache in caches if hasattr(cache, "state")}
    assert kept == {torch.float32}
    states, inputs = 128 * 128 * 64, 3 * (8192 + 2 * 128)
    assert count("granite-4-h-small").layers[0].fixed == states + inputs
    assert 1.9 < (2 * states + inputs) / (states + inputs) < 2


def test_the_first_token_does_not_show_that_b_is_taken_for_c() -> None:
    says(
        "gallery/hybrids",
        "The first token does not show it, because it reads what it has just written, and \\(c_1 \\cdot b_1\\) is \\(b_1 \\cdot c_1\\).",
        "`shifted` moves each kernel by one token, and the last weight to the front.",
    )
    assert torch.arange(3).roll(1).tolist() == [2, 0, 1]
    seen_from("granite_hybrid", 1, "B and C exchanged")


def test_how_far_convolutions_reach_and_what_tells_order() -> None:
    says(
        "gallery/hybrids",
        "On \\(2n + 1\\).",
        "What is further away reaches it through attention alone.",
        "One layer alone does not.",
        "Mamba-2 gives each token a vector that depends on those before it, in their order.",
    )
    for n in (1, 3, 6):
        torch.manual_seed(n)
        x = tokens = draw(n, 30, 6).requires_grad_()
        for _ in range(n):
            x = x + a.GatedConvolution(6).double()(x)
        (gradient,) = torch.autograd.grad(x[-1].sum(), tokens)
        assert (gradient != 0).any(-1).sum() == 2 * n + 1
    x = draw(8, 9, 6)
    other = torch.cat([x[:8].flip(0), x[8:]])
    attention, mamba = a.Attention(6, 6, 9, 0.0, 2).double(), mamba_of(0)
    assert_close(attention(x)[-1], attention(other)[-1])
    assert (mamba(x)[-1] - mamba(other)[-1]).abs().max() > 1e-3
