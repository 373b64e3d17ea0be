"""What is behind the general sentences of docs/gallery/hybrids.md."""

from tempfile import TemporaryDirectory

import torch
from torch import nn
from torch.nn.functional import silu, softplus
from torch.testing import assert_close

import attention as a
from attention.examples import drawn_checkpoint
from attention.gallery import build, count, describe, load, outline, release
from tests.facts.draw import draw
from tests.facts.says import says


def loaded(name: str) -> a.Decoder:
    with TemporaryDirectory() as folder:
        return load(drawn_checkpoint(name).write(folder), torch.float64)


def convolved(x: torch.Tensor, conv: nn.Conv1d) -> torch.Tensor:
    """Sum, token by token, each channel's kernel times the last inputs."""
    size, kernels = conv.kernel_size[0], conv.weight[:, 0]
    padded = torch.cat([torch.zeros(size - 1, x.shape[1]).double(), x])
    rows = [(padded[t : t + size].T * kernels).sum(-1) for t in range(len(x))]
    return torch.stack(rows) + (0 if conv.bias is None else conv.bias)


def test_the_formulas_of_mamba() -> None:
    says(
        "gallery/hybrids",
        r"\[ (v, b, c) = \mathrm{silu}\bigl(\mathrm{conv}(u)\bigr) \qquad a_t = e^{-\Delta_t e^{r}} \]",
        r"\[ S_t = a_t S_{t-1} + b_t^\top (\Delta_t v_t) \qquad y_t = c_t S_t + D\, v_t \]",
        "The gate comes before the norm.",
        r"\[ \mathrm{out} = \mathrm{RMSNorm}\bigl(y \odot \mathrm{silu}(z)\bigr)\, W_\text{out} \]",
        "One matrix makes a gate \\(z\\), the inputs \\(u\\) of a short convolution, and one number for each head, of which a bias and softplus make the step \\(\\Delta\\).",
    )
    for seed in range(5):
        torch.manual_seed(seed)
        heads, width, state = 3, 4, 5
        layer, x = a.Mamba2(6, 6, heads, width, state).double(), draw(seed, 9, 6)
        layer.skip.data, layer.scale.data = draw(seed + 9, heads), draw(seed, 12)
        z, u, steps = (x @ layer.W_in.weight.T).split([12, 12 + 2 * state, heads], -1)
        values, b, c = silu(convolved(u, layer.conv)).split([12, state, state], -1)
        Delta = softplus(steps + layer.dt_bias)
        outs = []
        for h in range(heads):
            v, D, r = values[:, 4 * h : 4 * h + 4], layer.skip[h], layer.log_rate[h]
            S, y = torch.zeros(state, width).double(), []
            for t in range(9):
                a_t = torch.exp(-Delta[t, h] * torch.exp(r))
                S = a_t * S + torch.outer(b[t], Delta[t, h] * v[t])
                y.append(c[t] @ S + D * v[t])
            outs.append(torch.stack(y))
        gated = torch.cat(outs, dim=-1) * silu(z)
        normed = a.rms_norm(gated, layer.scale, layer.eps)
        after = a.rms_norm(torch.cat(outs, dim=-1), layer.scale, layer.eps) * silu(z)
        assert (after - normed).abs().max() > 0.1
        assert_close(layer(x), normed @ layer.out_proj.weight.T)


def test_granite_in_words() -> None:
    says(
        "gallery/hybrids",
        "Granite 4.0 H has Mamba-2 in nine of ten layers, where Granite 3 has attention.",
        "Heads share \\(b\\) and \\(c\\), as grouped heads share keys: in H-Small, all heads have one pair.",
        "Attention has no positions, and grouped keys.",
        "With `num_local_experts` of 0, it is the shared one alone.",
        "They are those of Granite 3 8B.",
    )
    before, after = (release(f"granite-{n}").config for n in ("3-8b", "4-h-small"))
    kinds = after["layer_types"]
    full = [i + 1 for i, kind in enumerate(kinds) if kind == "full_attention"]
    assert full == [6, 16, 26, 36]
    assert len(kinds) == 10 * len(full)
    assert (after["mamba_n_heads"], after["mamba_n_groups"]) == (128, 1)
    for constant in (
        "attention_multiplier",
        "residual_multiplier",
        "embedding_multiplier",
        "logits_scaling",
    ):
        assert before[constant] == after[constant]
    dense = after | {"num_local_experts": 0}
    described = describe(
        outline({**dense, "num_hidden_layers": 6, "layer_types": kinds[:6]})
    )
    assert described.layers["A"]["feed-forward"] == "SwiGLU of 1,536"
    assert "experts" not in described.layers["A"]
    assert described.layers["B"]["positions"] == "none"
    assert described.layers["B"]["attention"] == "32 heads of 128, 8 keys"


def test_the_gate_of_a_delta_layer_comes_after_its_norm() -> None:
    says(
        "gallery/hybrids",
        "In Qwen3-Next's delta layers it comes after.",
    )
    layer, x = a.GatedDeltaNet(6, 6, 2, 4, 3).double(), draw(0, 5, 6)
    right = layer(x)
    layer.activation = lambda gates: 10 * silu(gates)
    assert_close(layer(x), 10 * right)  # no norm follows, which would undo it


def test_the_formula_of_a_gated_convolution() -> None:
    says(
        "gallery/hybrids",
        r"\[ (b, c, v) = x\, W_\text{in} \qquad \mathrm{out} = \bigl(c \odot \mathrm{conv}(b \odot v)\bigr)\, W_\text{out} \]",
        "Each channel has a kernel of its own, for the token and the two before it.",
        "There is no activation function.",
    )
    for seed in range(5):
        torch.manual_seed(seed)
        layer, x = a.GatedConvolution(6).double(), draw(seed, 9, 6)
        b, c, v = (x @ layer.W_in.weight.T).split(6, dim=-1)
        out = (c * convolved(b * v, layer.conv)) @ layer.out_proj.weight.T
        assert_close(layer(x), out)
        assert layer.conv.weight.shape == (6, 1, 3)
        assert_close(layer(2 * x), 8 * layer(x))  # a product of three, and no more


def test_lfm2_in_words() -> None:
    says(
        "gallery/hybrids",
        "LFM2 has convolutions of three tokens in most layers.",
        "The other layers have rotary positions, grouped keys and norms of queries and keys.",
        "Embeddings and logits share one table.",
        "The feed-forward networks of LFM2 are two thirds as wide as `intermediate_size` says, times `block_ffn_dim_multiplier` if there is one, rounded up to a multiple of `block_multiple_of`, unless `block_auto_adjust_ff_dim` is false.",
    )
    config = drawn_checkpoint("lfm2").config
    described = describe(outline(config))
    assert described.letters == "AABA"
    full = described.layers["B"]
    assert full["positions"].startswith("rotary")
    assert full["QK-norm"] == "in each head"
    assert full["attention"] == "4 heads of 6, 2 keys"
    assert described.whole["output table"] == "tied"
    more = {"block_multiple_of": 256}
    for width, hidden in ((12288, 8192), (1000, 768), (385, 256), (387, 512)):
        sizes = config | more | {"intermediate_size": width}
        network = outline(sizes).blocks[0].feed_forward
        assert network.W_up.out_features == hidden
        wider = outline(sizes | {"block_ffn_dim_multiplier": 3.0}).blocks[0]
        least = 3 * int(2 * width / 3)
        assert 0 <= wider.feed_forward.W_up.out_features - least < 256
        sizes |= {"block_auto_adjust_ff_dim": False}
        assert outline(sizes).blocks[0].feed_forward.W_up.out_features == width


def test_what_layers_keep() -> None:
    says(
        "gallery/hybrids",
        "A layer of Mamba-2 keeps one state for each head, and the last inputs of its convolution.",
        "A gated convolution keeps its last two inputs.",
        "Our layers keep the states of Mamba-2 in float32 even if the model is in bfloat16, which nearly doubles the part that does not grow.",
    )
    for length in (3, 50):
        x = draw(length, length, 6)
        torch.manual_seed(length)
        mamba, convolution = (
            a.Mamba2(6, 6, 3, 4, 5).double(),
            a.GatedConvolution(6).double(),
        )
        cache = mamba.forward_with_cache(x)[1]
        assert cache.state.shape == (3, 5, 4)
        _, u, _ = mamba.W_in(x).split([12, 12 + 2 * 5, 3], dim=-1)
        assert_close(cache.inputs, u[-3:])
        b, _, v = convolution.W_in(x).chunk(3, dim=-1)
        kept = convolution.forward_with_cache(x)[1].state
        assert_close(kept, (b * v)[-2:])
    model = build(drawn_checkpoint("granite_hybrid").config).to(torch.bfloat16)
    with torch.no_grad():
        _, caches = model.forward_with_cache(torch.zeros(1, 5, dtype=torch.int64))
    states = [cache.state for cache in caches if hasattr(cache, "state")]
    assert {state.dtype for state in states} == {torch.float32}
    states_only, inputs = 128 * 128 * 64, 3 * (8192 + 2 * 128)
    assert 1.9 < (2 * states_only + inputs) / (states_only + inputs) < 2


def test_the_first_token_does_not_show_that_b_is_taken_for_c() -> None:
    says(
        "gallery/hybrids",
        "The first token does not show it, because it reads what it has just written, and \\(c_1 \\cdot b_1\\) is \\(b_1 \\cdot c_1\\).",
        "`shifted` moves each kernel by one token, and the last weight to the front.",
    )
    assert torch.arange(3).roll(1).tolist() == [2, 0, 1]
    for seed in range(5):
        torch.manual_seed(seed)
        layer, x = a.Mamba2(6, 6, 3, 4, 5).double(), draw(seed, 7, 6)
        right = layer(x)
        with torch.no_grad():
            for rows in (
                layer.W_in.weight[24:],
                layer.conv.weight[12:],
                layer.conv.bias[12:],
            ):
                rows[:10] = rows[:10].roll(5, dims=0)
        assert_close(layer(x)[0], right[0])
        assert (layer(x)[1:] - right[1:]).abs().amax(-1).min() > 1e-6


def test_the_counts_of_the_two() -> None:
    says(
        "gallery/hybrids",
        "The published active parameters of Granite, 9 billion, are ours rounded.",
    )
    made = release("granite-4-h-small")
    few = {"num_local_experts": 10}
    ten = count(outline(made.config | few))
    active = ten.active + 62 * 4096 * 40  # rows of the routers
    assert f"{active / 1e9:.0f}B" == made.active == "9B"


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
        tokens = draw(n, 30, 6).requires_grad_()
        x = tokens
        for _ in range(n):
            x = x + a.GatedConvolution(6).double()(x)
        (gradient,) = torch.autograd.grad(x[-1].sum(), tokens)
        assert (gradient != 0).any(-1).sum() == 2 * n + 1
    torch.manual_seed(0)
    x = draw(8, 9, 6)
    other = torch.cat([x[:8].flip(0), x[8:]])
    attention = a.Attention(6, 6, 9, 0.0, 2).double()
    assert_close(attention(x)[-1], attention(other)[-1])
    mamba = a.Mamba2(6, 6, 3, 4, 5).double()
    assert (mamba(x)[-1] - mamba(other)[-1]).abs().max() > 1e-3
