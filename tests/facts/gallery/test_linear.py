"""What is behind the general sentences of docs/gallery/linear.md."""

import math
from functools import partial
from typing import Any

import torch
from torch import nn
from torch.testing import assert_close

import attention as a
from attention.examples import drawn_checkpoint
from attention.examples.drawn import draw_tensors
from attention.frontier.normed_residual import NormedResidualBlock
from attention.gallery import build, load, outline, release
from tests.attention.gallery.cases import CASES
from tests.facts.draw import draw
from tests.facts.gallery.made import (
    IDS,
    count,
    described,
    errors,
    loaded,
    seen_from,
    stored,
)
from tests.facts.says import says


def test_which_layers_attend() -> None:
    says(
        "gallery/linear",
        "In three of four layers, Qwen3-Next has a state where Qwen3 has attention.",
        "Kimi Linear does the same with another rule and latent attention, and MiniMax-01 in seven of eight layers.",
    )
    for name, letters in (
        ("qwen3-next-80b", 12 * "AAAB"),
        ("kimi-linear-48b", "ABBC" + 5 * "BBBC" + "BBC"),
        ("minimax-01", 10 * "AAAAAAAB"),
    ):
        found = described(name).letters
        # Each layer of lightning attention has a speed of its own, and one letter.
        assert found == letters


def test_the_layers_of_qwen3_next() -> None:
    says(
        "gallery/linear",
        "The result passes through a norm in each head, and then through a gate.",
        "Two heads share a query and a key.",
        "They turn the first quarter of each head's features.",
        "Delta layers turn nothing.",
        "a shared expert, whose result is multiplied by one sigmoid for each token",
        "stores the scale of a norm less 1, but not that of the norm in a delta layer.",
    )
    blocks = outline(release("qwen3-next-80b").config).blocks
    delta, full = blocks[0].attention, blocks[3].attention
    assert isinstance(delta, a.GatedDeltaNet)
    assert delta.num_heads == 2 * delta.num_key_heads
    assert delta.norm.scale.shape == (delta.value_dim,)
    assert delta.activation is nn.functional.silu
    assert delta.conv_key.kernel_size == (4,)
    assert not any(isinstance(m, a.RotaryPositions) for m in delta.modules())
    assert isinstance(full, a.GatedAttention)
    assert 8 * len(full.attention.rotary.frequencies) == full.attention.head_dim
    model, query, x = loaded("qwen3_next"), draw(0, 5, 12), draw(1, 7, 24)
    turned = model.blocks[3].attention.attention.rotary(query)  # half of each head
    assert torch.equal(turned[:, 6:], query[:, 6:])
    assert not torch.equal(turned[1:, :6], query[1:, :6])
    shared = model.blocks[0].feed_forward.shared
    gates = torch.sigmoid(x @ shared.W_gate.weight.T)
    assert gates.shape == (7, 1)
    assert_close(shared(x), gates * shared.expert(x))
    tensors = draw_tensors(drawn_checkpoint("qwen3_next").shapes)
    for ours, theirs, less in (
        ("blocks.0.norm_1.scale", "model.layers.0.input_layernorm.weight", 1),
        ("final_norm.scale", "model.norm.weight", 1),
        ("blocks.0.attention.norm.scale", "model.layers.0.linear_attn.norm.weight", 0),
    ):
        assert_close(model.get_parameter(ours), less + tensors[theirs].double())


def test_kimi_linear_in_words() -> None:
    says(
        "gallery/linear",
        "The decays come from a product of two narrow matrices, and so does the gate, which is a sigmoid instead of SiLU (Kimi Team, 2025, section 3).",
        "Such a layer alone gives a token the same result for any order of the tokens before it.",
        "All else is as in DeepSeek-V3, but for sizes: a dense network in the first layer, and then experts with its router.",
    )
    layers = described("kimi-linear-48b").layers
    assert layers["A"]["decay"] == "of each channel"
    assert layers["C"]["positions"] == "none"
    routers = [each.get("router") for each in layers.values()]
    assert routers == [None, "DeepSeekRouter", "DeepSeekRouter"]
    model, x = loaded("kimi_linear"), draw(2, 9, 24)
    delta, full = model.blocks[0].attention, model.blocks[3].attention
    assert delta.activation is torch.sigmoid
    for first, second in (delta.W_decay, delta.W_gate):
        assert first.out_features < min(first.in_features, second.out_features)
    other = torch.cat([x[:8].flip(0), x[8:]])
    assert_close(full(x)[-1], full(other)[-1])
    assert (delta(x)[-1] - delta(other)[-1]).abs().max() > 1e-3


def test_the_formulas_of_lightning_attention() -> None:
    says(
        "gallery/linear",
        r"\[ S_t = e^{-s} S_{t-1} + k_t^\top v_t \qquad z_t = q_t S_t \]",
        r"\[ s = r \, 2^{-8h/H} \qquad r = 1 - \frac{i}{L - 1 + \varepsilon} + \varepsilon \]",
        "Queries, keys and values pass through SiLU first.",
        "After the heads come a norm over all of them and a sigmoid gate (the class `MiniMaxLightningAttention` in transformers).",
        "Deeper layers fade more slowly.",
    )
    kinds = ["linear_attention"] * 3 + ["full_attention"]
    model: Any = build(stored("minimax", layer_types=kinds)).double()
    L, H, eps, rates = 4, 4, 10**-5, []
    for i, block in enumerate(model.blocks[:3]):
        layer, x = block.attention, draw(i, 9, 24)
        r = 1 - i / (L - 1 + eps) + eps
        rates.append(r)
        heads = []
        for h in range(1, H + 1):
            rows = slice(10 * (h - 1), 10 * h)
            q, k, v = (
                nn.functional.silu(x @ linear.weight[rows].T)
                for linear in (layer.W_query, layer.W_key, layer.W_value)
            )
            s = r * 2 ** (-8 * h / H)
            S, z = torch.zeros(10, 10).double(), []
            for t in range(9):
                S = math.exp(-s) * S + torch.outer(k[t], v[t])
                z.append(q[t] @ S)
            heads.append(torch.stack(z))
        z = torch.cat(heads, dim=-1)
        normed = z / (z.square().mean(-1, keepdim=True) + layer.norm.eps).sqrt()
        gate = torch.sigmoid(x @ layer.W_gate.weight.T)
        out = (layer.norm.scale * normed * gate) @ layer.out_proj.weight.T
        assert_close(layer(x), out)
    assert rates == sorted(rates, reverse=True)


def test_the_formula_of_the_normed_residual_and_what_it_forgets() -> None:
    says(
        "gallery/linear",
        r"\[ y = n_1(x) \qquad z = n_2\bigl(\alpha y + \beta A(y)\bigr) \qquad \mathrm{out} = \gamma z + \delta F(z) \]",
        r"Here, if \(x\) is multiplied by 10, the output stays the same, but for what the norms add to the mean square.",
        "In Llama's block the stream passes beside the norms.",
    )
    A, F = nn.Linear(6, 6).double(), nn.Linear(6, 6).double()
    alpha, beta, gamma, delta = factors = (1.3, 0.8, 1.1, 0.7)
    norm = partial(a.RMSNorm, eps=0.0)
    for seed in range(10):
        x, block = (
            draw(seed, 5, 6),
            NormedResidualBlock(6, A, F, norm, factors).double(),
        )
        n_1, n_2 = block.norm_1, block.norm_2
        for n in (n_1, n_2):
            n.scale.data = 1 + 0.2 * draw(seed + 20, 6)
        y = n_1(x)
        z = n_2(alpha * y + beta * A(y))
        assert_close(block(x), gamma * z + delta * F(z))
        assert_close(block(10 * x), block(x))
        usual = a.TransformerBlock(6, A, F, norm=norm).double()
        assert not torch.allclose(usual(10 * x), usual(x), rtol=0.1)


def test_the_constants_of_minimax_01() -> None:
    says(
        "gallery/linear",
        "With attention \\(A\\), the experts \\(F\\) and four constants, which are 1 if the config is silent, but not all in MiniMax-01, a block computes",
        "Those of MiniMax-01 are in its `config.json`.",
    )
    config = {**release("minimax-01").config, "num_local_experts": 2}
    for block in outline(config).blocks:
        alpha, beta, gamma, delta = block.factors
        assert alpha == gamma > 3.5
        assert beta == delta == 1
    silent = {n: v for n, v in config.items() if not n.endswith("_factor")}
    for block in outline(silent).blocks:
        assert block.factors == (1, 1, 1, 1)


def test_what_a_delta_layer_keeps_does_not_grow() -> None:
    says(
        "gallery/linear",
        "A delta layer keeps its states, and the last three inputs of the convolution.",
        "Neither grows with the text.",
    )
    layer = a.GatedDeltaNet(6, 6, 2, 4, 3).double()
    for length in (3, 50, 200):
        _, cache = layer.forward_with_cache(draw(0, length, 6))
        assert (cache.inputs.shape[0], cache.state.shape) == (3, (2, 4, 3))


def test_what_the_first_token_and_a_short_text_do_not_show() -> None:
    says(
        "gallery/linear",
        "Two of the five change nothing at the first token.",
        "No position is turned there by an angle other than 0, and there is no earlier state that could fade at a wrong speed.",
        "Among the first eight tokens, the error of `latent_turned` reaches little more than half of its largest value, and that of `one_speed` less than a fifth.",
    )
    for name, recipe, least, most in (
        ("kimi_linear", "latent layers turned", 0.5, 0.6),
        ("minimax", "one speed", 0.0, 0.2),
    ):
        seen_from(name, 1, recipe)
        off = errors(loaded(name), CASES[name].wrong[recipe])
        assert least < off[:8].max() / off.max() < most


def test_active_parameters_of_minimax_are_published_without_its_tables() -> None:
    says(
        "gallery/linear",
        "The published active parameters of MiniMax-01 are ours without the two tables of words.",
        "With transformers' default sizes, we count more parameters of Kimi Linear than its name says, and we know no reason.",
    )
    counts = count("minimax-01")
    without = counts.active - 2 * counts.embeddings
    assert f"{without / 1e9:.1f}B" == release("minimax-01").active == "45.9B"
    assert release("kimi-linear-48b").difference == "Unexplained: 49.1B."


@torch.no_grad()
def test_states_are_float32_in_a_model_of_bfloat16() -> None:
    says(
        "gallery/linear",
        "Our layers keep states in float32 even if the model is in bfloat16, which nearly doubles the part that does not grow.",
        "A state costs as much at the first token as at the last, so short texts cost more than with attention in all layers (the crossing).",
    )
    for name, published, heads in (
        ("qwen3_next", "qwen3-next-80b", 32),
        ("kimi_linear", "kimi-linear-48b", 32),
        ("minimax", "minimax-01", 64),
    ):
        model = build(stored(name)).to(torch.bfloat16)
        caches = model.forward_with_cache(IDS[:, :5])[1]
        kept = {cache.state.dtype for cache in caches if hasattr(cache, "state")}
        assert kept == {torch.float32}
        fixed = [layer.fixed for layer in count(published).layers if layer.fixed]
        states = 128 * 128 * heads * len(fixed)
        assert 1.9 < (sum(fixed) + states) / sum(fixed) <= 2


def test_what_is_left_out_of_a_file_and_what_turns(tmp_path: Any) -> None:
    says(
        "gallery/linear",
        "Qwen3-Next's layer for several tokens at once is left out when a file has it.",
        "Our function turns `rotary_dim` features if the config has this entry.",
    )
    for entries, pairs in (({"rotary_dim": 4}, 2), ({}, 5)):
        rotary = build(stored("minimax", **entries)).blocks[0].attention.rotary
        assert (len(rotary.frequencies), rotary.width) == (pairs, 10)
    kept = drawn_checkpoint("qwen3_next")
    more = kept._replace(shapes={**kept.shapes, "mtp.norm.weight": [24]})
    model = load(more.write(tmp_path), torch.float64)
    assert_close(model(IDS), loaded("qwen3_next")(IDS))
