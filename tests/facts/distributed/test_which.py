"""What is behind the general sentences of docs/distributed/which.md."""

from itertools import product
from math import ceil

import pytest
import torch
from torch.utils.checkpoint import checkpoint
from torch.utils.flop_counter import FlopCounterMode

from attention.distributed import (
    SHAPES,
    WAYS,
    OnRanks,
    Traffic,
    bytes_kept,
    bytes_sent,
    on_ranks,
    step_operations,
)
from attention.distributed.tensor import layers, tokens
from tests.facts.says import says

RANKS = (2, 4, 8, 32, 64)
LLAMA, DEEPSEEK = SHAPES["Llama 3 70B"], SHAPES["DeepSeek-V3"]


def test_the_state_of_each_stage_is_as_the_formula_says() -> None:
    says(
        "distributed/which",
        r"\[ \text{state} = \frac{2N}{n_w} + \frac{2N}{n_g} + \frac{12N}{n_o} \]",
        r"Each of \(n_w\), \(n_g\) and \(n_o\) is \(n\) for what is divided and 1 for what is not",
        "ZeRO's three stages divide the last term, the last two, and all of them.",
        "A ring and Ulysses divide none of it.",
    )
    for (shape, n), stage in product(product(SHAPES.values(), RANKS), range(4)):
        N = shape.weights
        n_w, n_g, n_o = (n if stage >= first else 1 for first in (3, 2, 1))
        state = 2 * N / n_w + 2 * N / n_g + 12 * N / n_o
        way = f"zero-{stage}" if stage else "data"
        assert sum(bytes_kept(shape, way, n, 1024)[:3]) == pytest.approx(state)
    for way in ("ring", "ulysses"):
        kept = bytes_kept(LLAMA, way, 8, 1024)
        assert sum(kept[:3]) == pytest.approx(16 * LLAMA.weights)


def test_parts_of_a_model_have_parts_of_the_state() -> None:
    says(
        "distributed/which",
        "Tensor parallelism and a pipeline divide all three, because a GPU has only some heads or blocks.",
        "(Small matrices that belong to no head are copied, and so are those for keys and values, if there are fewer groups than GPUs.)",
        r"With expert parallelism, \(N\) has two parts, and only the experts are divided.",
    )

    def state(shape, way, n):
        return sum(bytes_kept(shape, way, n, 1024)[:3]) / 16

    assert state(LLAMA, "tensor", 8) == LLAMA.weights / 8
    keys_and_values = 80 * 8192 * 8 * (128 + 128)  # of which 64 ranks keep 8 copies
    assert state(LLAMA, "tensor", 64) * 64 == LLAMA.weights + 7 * keys_and_values
    assert state(LLAMA, "pipeline", 8) == LLAMA.weights / 8
    two_blocks = LLAMA.weights * 2 / 80
    assert state(LLAMA, "pipeline", 64) == pytest.approx(two_blocks)
    others = DEEPSEEK.weights - DEEPSEEK.expert_weights
    found = state(DEEPSEEK, "experts", 64)
    assert found == pytest.approx(others + DEEPSEEK.expert_weights / 64)
    compress, routers = 61 * 7168 * (1536 + 512 + 64), 58 * 7168 * 256
    copied = compress + routers
    found = state(DEEPSEEK, "tensor", 64)
    assert found == pytest.approx(copied + (DEEPSEEK.weights - copied) / 64)


def test_the_inputs_of_the_blocks_are_as_the_formula_says() -> None:
    says(
        "distributed/which",
        r"With \(L\) blocks and \(d\) features, the inputs of the blocks take",
        r"\[ \text{inputs} = 2 \, L \, d \, S \]",
        "A ring and Ulysses divide these among the GPUs, and so does tensor parallelism, if it divides the sequence between its layers as well (*sequence parallelism*, Korthikanti et al., 2022).",
        r"The first stage of a pipeline has only one \(n\)-th of the blocks, but keeps the inputs of \(n\) sequences.",
        "On 1,024 GPUs, ZeRO 3 needs 11.8 GB for Llama 3 70B, and 10.7 of these are the inputs of the blocks, which data parallelism does not divide.",
    )
    L, d, S, n = 80, 8192, 4096, 8
    inputs = 2 * L * d * S
    divided = {"ring", "ulysses", "tensor"}
    for way in ("data", "zero-1", "zero-2", "zero-3", "pipeline", *divided):
        found = bytes_kept(LLAMA, way, n, S).activations
        assert found == (inputs / n if way in divided else inputs), way
    assert bytes_kept(LLAMA, "pipeline", 64, S).activations == 64 * 2 * 2 * d * S
    kept = bytes_kept(LLAMA, "zero-3", 1024, 8192)
    assert (round(kept.total / 1e9, 1), round(kept.activations / 1e9, 1)) == (
        11.8,
        10.7,
    )


def test_what_is_sent_is_as_the_formulas_say() -> None:
    says(
        "distributed/which",
        r"\[ \text{data} = 2 \, \frac{n-1}{n} \, 2N \qquad \text{ZeRO 3} = 3 \, \frac{n-1}{n} \, 2N \]",
        r"an all-gather or a reduce-scatter of \(B\) bytes sends \(\frac{n-1}{n} B\), and an all-reduce twice as much.",
        r"\[ \text{tensor} = 5 L \cdot 2 \, \frac{n-1}{n} \, 2 d \, n S \qquad \text{pipeline} = 2 \cdot 2 d \, n S \]",
        r"\[ \text{ring} = L \, (4n - 3) \, 2 c \, S \qquad \text{Ulysses} = 3 L \, \frac{n-1}{n} \, 2 \, (h + \max(g, n)) (k + v) \, S \]",
        r"\[ \text{experts} = 3 L_e \cdot 2 \, \frac{n-1}{n} \, 2 d \, e \, S \]",
        "The last three also average the gradients of the weights that all GPUs have.",
    )
    for shape, n, S in product(SHAPES.values(), (2, 4), (64, 8192)):
        N, L, d = shape.weights, shape.num_layers, shape.d_model
        h, g, k, v = shape[2:6]
        c, e, L_e = shape.attention.cached, shape.num_chosen, shape.expert_layers
        B = 2 * N
        part = (n - 1) / n * B
        data = 2 * (n - 1) / n * 2 * N
        assert data == pytest.approx(2 * part)
        others = data * (N - shape.expert_weights) / N
        wanted = {
            **dict.fromkeys(("data", "zero-1", "zero-2"), data),
            "zero-3": 3 * (n - 1) / n * 2 * N,
            "tensor": 5 * L * 2 * (n - 1) / n * 2 * d * n * S,
            "pipeline": 2 * 2 * d * n * S,
            "ring": L * (4 * n - 3) * 2 * c * S + data,
            "ulysses": 3 * L * (n - 1) / n * 2 * (h + max(g, n)) * (k + v) * S + data,
        }
        if shape.num_experts:
            wanted["experts"] = 3 * L_e * 2 * (n - 1) / n * 2 * d * e * S + others
        for way, bytes_ in wanted.items():
            assert bytes_sent(shape, way, n, S) == pytest.approx(bytes_), way


def test_only_averaged_gradients_and_shards_do_not_depend_on_the_tokens() -> None:
    says(
        "distributed/which",
        "These do not depend on how many tokens there are.",
        "All others do.",
        r"What tensor parallelism sends grows in proportion to \(n - 1\), because every GPU takes part in every sequence.",
        "A pipeline sends least.",
        "For Llama 3 70B on 8 GPUs it is already more than anything else, but not for DeepSeek-V3, which has more weights to average and fewer features to send.",
    )
    for way in ("data", "zero-1", "zero-2", "zero-3"):
        sent = {bytes_sent(DEEPSEEK, way, 8, S) for S in (64, 4096)}
        assert len(sent) == 1, way
    for way in ("tensor", "pipeline", "ring", "ulysses", "experts"):
        sent = {bytes_sent(DEEPSEEK, way, 8, S) for S in (64, 4096)}
        assert len(sent) == 2, way
    each = [bytes_sent(LLAMA, "tensor", n, 4096) / (n - 1) for n in RANKS]
    assert each == pytest.approx([each[0]] * len(each))
    for shape, n in product((LLAMA, DEEPSEEK), (2, 8, 32)):
        ways = WAYS if shape.num_experts else WAYS[:-1]
        sent = {way: bytes_sent(shape, way, n, 8192) for way in ways}
        assert min(sent, key=sent.__getitem__) == "pipeline"
        most = max(sent, key=sent.__getitem__)
        assert (most == "tensor") == (n >= 8 and shape is LLAMA), n
    assert DEEPSEEK.weights > LLAMA.weights
    assert 61 * 7168 < 80 * 8192


def test_a_ring_sends_less_on_few_gpus_and_ulysses_on_many() -> None:
    says(
        "distributed/which",
        "For Llama 3 70B, a ring sends less on two and four GPUs, and Ulysses on eight or more, as long as the GPUs divide the heads.",
    )
    for n, S in product((2, 4, 8, 16, 32, 64), (64, 131_072)):
        ring, ulysses = (bytes_sent(LLAMA, w, n, S) for w in ("ring", "ulysses"))
        assert (ring < ulysses) == (n <= 4), n
    with pytest.raises(ValueError, match="divide 64 heads"):
        bytes_sent(LLAMA, "ulysses", 128, 128)


def test_a_block_that_is_repeated_has_five_all_reduces() -> None:
    says(
        "distributed/which",
        "A block has two all-reduces forwards and two backwards, of all features of all \\(n\\) sequences.",
        "The repeated forward pass adds one, because PyTorch stops repeating a block as soon as it has what the backward pass needs.",
    )

    def count(blocks: int) -> tuple[int, int]:
        attention, feed_forward = (OnRanks(layer) for layer in layers())

        def block(x: torch.Tensor) -> torch.Tensor:
            x = x + attention(x)
            return x + feed_forward(x)

        x = tokens().requires_grad_()
        with Traffic() as traffic:
            y = x
            for _ in range(blocks):
                y = checkpoint(block, y, use_reentrant=False)
            assert y is not None
            y.sum().backward()
        return traffic.calls["all_reduce"], traffic.bytes["all_reduce"]

    for blocks in (1, 3):
        features = tokens().numel() * 8  # in float64
        assert on_ranks(2, count, blocks)[1] == (5 * blocks, 5 * blocks * features)


@pytest.mark.parametrize("p", range(1, 20))
def test_a_plain_ring_is_busy_for_as_long_as_the_formula_says(p: int) -> None:
    says(
        "distributed/which",
        r"Of \(p\) GPUs, the last one computes \(p - \frac{1}{2}\) blocks of scores, one of them half hidden, and all together compute \(p^2 / 2\).",
        r"So at most \(p / (2p - 1)\) of their time is used.",
    )
    blocks = [
        [0 if key > query else 1 / 2 if key == query else 1 for key in range(p)]
        for query in range(p)
    ]
    assert sum(blocks[-1]) == p - 1 / 2
    assert sum(map(sum, blocks)) == p**2 / 2
    steps = [max(blocks[q][(q - s) % p] for q in range(p)) for s in range(p)]
    assert p**2 / 2 / (p * sum(steps)) == pytest.approx(p / (2 * p - 1))


def test_averaging_is_hidden_from_as_many_tokens_on_as_the_formula_says() -> None:
    says(
        "distributed/which",
        r"The backward pass has \(4N\) operations for each token: two multiply-adds for each weight, one for the gradient of the input and one for that of the weight.",
        r"\[ \frac{4N\tau}{C} = \frac{4N}{W}, \qquad \tau = \frac{C}{W} \]",
        r"\(N\) is on both sides, so dense models of all sizes have the same threshold, as long as their scores count for little.",
        "A mixture of experts averages more weights than it multiplies a token with, so it needs more tokens.",
        "The backward pass is only half of a step with checkpointing, and the numbers of the figure and below compare with the whole step.",
    )
    C, W = 989e12, 50e9
    tau = C / W
    for N in (1e8, 7e10):
        assert 4 * N * tau / C == pytest.approx(4 * N / W)
    # of the whole step's operations for weights, the backward pass has a half
    few = step_operations(LLAMA, 1)
    assert few == pytest.approx(2 * 4 * LLAMA.active, rel=1e-3)
    weight = torch.zeros(7, 5, device="meta", requires_grad=True)
    x = torch.zeros(3, 7, device="meta", requires_grad=True)
    y = x @ weight
    with FlopCounterMode(display=False) as counter:
        y.sum().backward()
    assert counter.get_total_flops() == 4 * 7 * 5 * 3
    for name, shape in SHAPES.items():
        averaged = shape.weights - shape.looked_up * shape.d_model
        assert (averaged > shape.active) == (name == "DeepSeek-V3")
    # many ranks send 4 N bytes
    sent = bytes_sent(LLAMA, "data", 1024, 1)
    assert sent == pytest.approx(4 * LLAMA.weights, rel=1e-2)


def test_what_the_figure_shows_of_64_gpus() -> None:
    says(
        "distributed/which",
        "With 64 H100s and 50 GB/s between them, three ways fit.",
        "Of these, only the pipeline sends for no longer than the GPUs compute.",
        "But it has a price that the figure does not show: with as many sequences as stages, nearly half of each GPU's time is idle.",
    )
    computing = step_operations(LLAMA, 8192) / 989e12
    fit = {}
    for way in WAYS[:-1]:  # it has no experts
        if bytes_kept(LLAMA, way, 64, 8192).total <= 80e9:
            fit[way] = bytes_sent(LLAMA, way, 64, 8192) / 50e9 <= computing
    assert fit == {"zero-3": False, "tensor": False, "pipeline": True}
    stages = sequences = 64
    idle = (stages - 1) / (sequences + stages - 1)
    assert 0.49 < idle < 0.5
    assert ceil(LLAMA.num_layers / 64) == 2


def test_llama_and_deepseek_are_divided_as_the_path_says() -> None:
    says(
        "distributed/which",
        "With 1,024 tokens on each GPU it would send for 9.0 times as long as it computes, so give each GPU ten sequences or more.",
        "Between machines, FSDP then gathers an eighth of the weights, for eight sequences at a time.",
        "The experts of DeepSeek-V3 are 97 % of its weights, and FSDP would gather all of them, used or not.",
        "Llama 3 70B fits on 32 GPUs, and not on 16.",
        "We count a third.",
    )
    fits = [bytes_kept(LLAMA, "zero-3", n, 8192).total <= 80e9 for n in (16, 32)]
    assert fits == [False, True]
    gpt = SHAPES["GPT-2"]
    sending = bytes_sent(gpt, "data", 1024, 1024) / 50e9
    computing = step_operations(gpt, 1024) / 989e12
    assert 9 * computing < sending < 10 * computing
    for way, layers_of in (("tensor", LLAMA), ("zero-3", LLAMA)):
        assert bytes_kept(layers_of, way, 8, 8192).weights == 2 * LLAMA.weights / 8
    state = 16 * LLAMA.weights / 256
    inputs = 16 * 2 * 80 * 8192 * 8192 / 8
    assert 0.3 < (state + inputs) / (71.9 * 2**30) < 0.37
