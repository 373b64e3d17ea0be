"""What is behind the general sentences of docs/gallery/linear.md."""

import math
from tempfile import TemporaryDirectory

import pytest
import torch
from torch import nn
from torch.testing import assert_close

import attention as a
from attention.examples import drawn_checkpoint
from attention.frontier.normed_residual import NormedResidualBlock
from attention.gallery import build, count, describe, load, outline, release
from attention.loaders import read_safetensors
from tests.facts.draw import draw
from tests.facts.says import says

NAMES = ("qwen3_next", "kimi_linear", "minimax")


def loaded(name: str) -> a.Decoder:
    with TemporaryDirectory() as folder:
        return load(drawn_checkpoint(name).write(folder), torch.float64)


@torch.no_grad()
def logits_of(model: a.Decoder, name: str) -> torch.Tensor:
    return model(drawn_checkpoint(name).ids[None])[0]


def test_which_layers_attend() -> None:
    says(
        "gallery/linear",
        "In three of four layers, Qwen3-Next has a state where Qwen3 has attention.",
        "Kimi Linear does the same with another rule and latent attention, and MiniMax-01 in seven of eight layers.",
    )
    for name, letters in (
        ("qwen3-next-80b", 12 * "lllf"),
        ("kimi-linear-48b", 6 * "lllf" + "llf"),
        ("minimax-01", 10 * "lllllllf"),
    ):
        kinds = release(name).config["layer_types"]
        assert "".join(kind[0] for kind in kinds) == letters


def test_the_layers_of_qwen3_next() -> None:
    says(
        "gallery/linear",
        "The result passes through a norm in each head, and then through a gate.",
        "Two heads share a query and a key.",
        "They turn the first quarter of each head's features.",
        "Delta layers turn nothing.",
    )
    config = release("qwen3-next-80b").config | {"num_experts": 10}
    model = outline(config)
    delta, full = model.blocks[0].attention, model.blocks[3].attention
    assert isinstance(delta, a.GatedDeltaNet)
    assert delta.num_heads == 2 * delta.num_key_heads
    assert delta.norm.scale.shape == (delta.value_dim,)
    assert delta.activation is nn.functional.silu
    assert delta.conv_key.kernel_size == (4,)
    assert not any(isinstance(m, a.RotaryPositions) for m in delta.modules())
    assert isinstance(full, a.GatedAttention)
    rotary = full.attention.rotary
    assert 4 * 2 * len(rotary.frequencies) == full.attention.head_dim
    query = draw(0, 5, 12)  # that of the tiny one, which turns half
    turned = loaded("qwen3_next").blocks[3].attention.attention.rotary(query)
    assert torch.equal(turned[:, 6:], query[:, 6:])
    assert not torch.equal(turned[1:, :6], query[1:, :6])


def test_the_shared_expert_has_one_gate_for_a_token() -> None:
    says(
        "gallery/linear",
        "a shared expert, whose result is multiplied by one sigmoid for each token",
    )
    shared = loaded("qwen3_next").blocks[0].feed_forward.shared
    x = draw(1, 7, 24)
    gates = torch.sigmoid(x @ shared.W_gate.weight.T)
    assert gates.shape == (7, 1)
    assert_close(shared(x), gates * shared.expert(x))


def test_a_scale_is_stored_less_1_but_not_in_a_delta_layer() -> None:
    says(
        "gallery/linear",
        "stores the scale of a norm less 1, but not that of the norm in a delta layer.",
    )
    with TemporaryDirectory() as folder:
        drawn_checkpoint("qwen3_next").write(folder)
        tensors = read_safetensors(f"{folder}/model.safetensors")
        model = load(folder, torch.float64)
    for ours, theirs, less in (
        ("blocks.0.norm_1.scale", "model.layers.0.input_layernorm.weight", 1),
        ("final_norm.scale", "model.norm.weight", 1),
        ("blocks.0.attention.norm.scale", "model.layers.0.linear_attn.norm.weight", 0),
    ):
        scale = model.get_parameter(ours)
        assert_close(scale, less + tensors[theirs].double())


def test_kimi_linear_in_words() -> None:
    says(
        "gallery/linear",
        "The decays come from a product of two narrow matrices, and so does the gate, which is a sigmoid instead of SiLU (Kimi Team, 2025, section 3).",
        "Such a layer alone gives a token the same result for any order of the tokens before it.",
        "All else is as in DeepSeek-V3, but for sizes: a dense network in the first layer, and then experts with its router.",
    )
    config = release("kimi-linear-48b").config | {"num_experts": 8}
    described = describe(outline(config))
    assert described.layers["A"]["decay"] == "of each channel"
    assert described.layers["C"]["positions"] == "none"
    assert "experts" not in described.layers["A"]
    routers = {each.get("router") for each in described.layers.values()}
    assert routers == {None, "DeepSeekRouter"}
    model = loaded("kimi_linear")
    delta = model.blocks[0].attention
    assert delta.activation is torch.sigmoid
    for narrow in (delta.W_decay, delta.W_gate):
        first, second = narrow
        assert first.out_features < min(first.in_features, second.out_features)
    full, x = model.blocks[3].attention, draw(2, 9, 24)
    assert_close(full(x)[-1], full(torch.cat([x[:8].flip(0), x[8:]]))[-1])
    mixed = delta(x)[-1] - delta(torch.cat([x[:8].flip(0), x[8:]]))[-1]
    assert mixed.abs().max() > 1e-3


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
    model = build(drawn_checkpoint("minimax").config | {"layer_types": kinds}).double()
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
    for seed in range(10):
        x = draw(seed, 5, 6)

        def norm(width: int) -> nn.Module:
            return a.RMSNorm(width, eps=0.0).double()

        block = NormedResidualBlock(6, A, F, norm, factors)
        n_1, n_2 = block.norm_1, block.norm_2
        for n in (n_1, n_2):
            n.scale.data = 1 + 0.2 * draw(seed + 20, 6)
        y = n_1(x)
        z = n_2(alpha * y + beta * A(y))
        assert_close(block(x), gamma * z + delta * F(z))
        assert_close(block(10 * x), block(x))
        usual = a.TransformerBlock(6, A, F, norm=norm)
        assert not torch.allclose(usual(10 * x), usual(x), rtol=0.1)


def test_the_constants_of_minimax_01() -> None:
    says(
        "gallery/linear",
        "With attention \\(A\\), the experts \\(F\\) and four constants, which are 1 if the config is silent, but not all in MiniMax-01, a block computes",
        "Those of MiniMax-01 are from its model card, and the four constants from its `config.json`.",
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

    def errors(name: str) -> tuple[float, float, float]:
        model = loaded(name)
        right = logits_of(model, name)
        for block in model.blocks:
            layer = block.attention
            if isinstance(layer, a.LatentAttention):
                layer.rotary = a.RotaryPositions(160, 6).double()
            if isinstance(layer, a.LightningAttention):
                layer.speeds = layer.speeds[:1] * layer.num_heads
        off = (logits_of(model, name) - right).abs().amax(-1)
        return off[0].item(), off[:8].max().item(), off.max().item()

    first, short, long = errors("kimi_linear")
    assert first < 1e-12
    assert 0.5 < short / long < 0.6
    first, short, long = errors("minimax")
    assert first < 1e-12
    assert short / long < 1 / 5


@pytest.mark.parametrize("name", NAMES)
def test_counts_grow_by_the_same_with_each_expert(name: str) -> None:
    says("gallery/linear", "Each expert more adds the same number of parameters.")
    config = drawn_checkpoint(name).config
    entry = "num_experts" if "num_experts" in config else "num_local_experts"
    config = {n: v for n, v in config.items() if n != "n_routed_experts"}
    three, four, nine = (count(outline({**config, entry: n})) for n in (3, 4, 9))
    for part in ("parameters", "active"):
        counts = [getattr(counts, part) for counts in (three, four, nine)]
        assert counts[2] - counts[0] == 6 * (counts[1] - counts[0])
    assert three.layers == nine.layers


def test_active_parameters_of_minimax_are_published_without_its_tables() -> None:
    says(
        "gallery/linear",
        "The published active parameters of MiniMax-01 are ours without the two tables of words.",
        "With transformers' default sizes, we count more parameters of Kimi Linear than its name says, and we know no reason.",
    )
    made = release("minimax-01")
    counts = count(outline(made.config | {"num_local_experts": 2}))
    routers = 30 * 6144 * 80
    without = counts.active + routers - 2 * counts.embeddings
    assert f"{without / 1e9:.1f}B" == made.active == "45.9B"
    assert release("kimi-linear-48b").difference == "Unexplained: 49.1B."


@pytest.mark.parametrize("name", NAMES)
@torch.no_grad()
def test_states_are_float32_in_a_model_of_bfloat16(name: str) -> None:
    says(
        "gallery/linear",
        "Our layers keep states in float32 even if the model is in bfloat16, which nearly doubles the part that does not grow.",
        "A state costs as much at the first token as at the last, so short texts cost more than with attention in all layers (the crossing).",
    )
    model = build(drawn_checkpoint(name).config).to(torch.bfloat16)
    _, caches = model.forward_with_cache(torch.zeros(1, 5, dtype=torch.int64))
    states = [c.state for c in caches if hasattr(c, "state")]
    assert {state.dtype for state in states} == {torch.float32}
    for published in ("qwen3-next-80b", "kimi-linear-48b", "minimax-01"):
        config = release(published).config
        entry = "num_experts" if "num_experts" in config else "num_local_experts"
        layers = count(outline(config | {entry: 10})).layers
        fixed = sum(layer.fixed for layer in layers)
        sides = 128 * 128 * (64 if published == "minimax-01" else 32)
        states_only = sides * sum(layer.fixed > 0 for layer in layers)
        assert 1.9 < (fixed + states_only) / fixed <= 2


def test_what_is_left_out_of_a_file_and_what_turns() -> None:
    says(
        "gallery/linear",
        "Qwen3-Next's layer for several tokens at once is left out when a file has it.",
        "Our function turns `rotary_dim` features if the config has this entry.",
    )
    config = drawn_checkpoint("minimax").config
    rotary = build({**config, "rotary_dim": 4}).blocks[0].attention.rotary
    assert 2 * len(rotary.frequencies) == 4
    whole = build(config).blocks[0].attention.rotary
    assert 2 * len(whole.frequencies) == whole.width == 10
    stored = drawn_checkpoint("qwen3_next")
    more = stored._replace(shapes={**stored.shapes, "mtp.norm.weight": [24]})
    with TemporaryDirectory() as folder:
        model = load(more.write(folder), torch.float64)
    assert_close(
        logits_of(model, "qwen3_next"), logits_of(loaded("qwen3_next"), "qwen3_next")
    )
