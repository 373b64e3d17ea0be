"""What is behind the general sentences of docs/causal/dropout.md."""

import math
from itertools import product

import pytest
import torch
from torch import nn

from attention import apply_dropout, causal_mask, dropout_mask
from tests.claims.quotes import cited, derived, tested

RATES = [0.0, 0.1, 0.3, 0.5, 0.9]

cited(
    "Srivastava et al. (2014, section 2) say the same of a network's units, its "
    'individual outputs: each "must learn to work with a randomly chosen sample '
    'of other units".',
    source="Srivastava et al. (2014), section 2",
)
cited(
    "The language models GPT and BERT were trained with a dropout rate of 0.1 "
    "(Radford et al., 2018, section 4.1; Devlin et al., 2019, appendix A.2).",
    source=(
        "Radford et al. (2018), section 4.1: “residual, embedding, and attention "
        "dropouts with a rate of 0.1”; Devlin et al. (2019), appendix A.2: “a "
        "dropout probability of 0.1 on all layers”"
    ),
)
cited(
    "A later model, PaLM, used none in pre-training (Chowdhery et al., 2022, section "
    "5).",
    source="Chowdhery et al. (2022), section 5: “trained without dropout, although "
    "dropout of 0.1 is used for finetuning in most cases”",
)
cited(
    "In the Transformer of Vaswani et al. (2017), that result is "
    "added to the word's own vector and the sum is normalised (section 3.1), so the "
    "word is not lost.",
    source="Vaswani et al. (2017), section 3.1: LayerNorm(x + Sublayer(x))",
)
cited(
    "Up to torch 2.6, bernoulli_ called Intel's MKL library on Intel processors "
    "(where torch was built with it), which took one number from torch's "
    "generator as the seed for its own, MCG31.",
    "Torch 2.7 stopped doing that.",
    source=(
        "pytorch/pytorch v2.6.0, "
        "aten/src/ATen/native/cpu/DistributionKernels.cpp, bernoulli_mkl_kernel; "
        "pull request 146174"
    ),
)
cited(
    "On one Intel processor, we saw torch 2.6.0 print the old matrix and "
    "torch 2.13.0 the one above, as it does on AMD.",
    source=(
        "torch 2.6.0 and 2.13.0 run on one Intel processor (AVX-512, MKL "
        "available), torch 2.13.0 on an AMD processor"
    ),
)
cited(
    "PyTorch does not guarantee the same random numbers across releases or "
    "platforms, or between CPU and GPU.",
    source="PyTorch, notes on reproducibility, first paragraph",
)
derived(
    "Dividing by \\(1 - p\\) makes up for that on average:",
    where="causal/dropout.md#why-divide-by-1-p",
)
derived(
    "The rows are drawn independently, so we multiply the six probabilities:",
    where="causal/dropout.md#draw-a-mask-drop-scale",
)


@tested(
    "In training, dropout sets each attention weight to zero with "
    "probability \\(p\\) and divides the others by \\(1 - p\\), so that the "
    "mean of each weight stays the same.",
    "It falls below \\(p\\) with probability \\(p\\); wherever it does, we drop the "
    "weight:",
    "Without this scaling, the mean is close to \\(1 - p\\); with it, close to 1.",
    r"\[ \weight{\tilde{\alpha}_{ij}} = \begin{cases} \weight{\alpha_{ij}} \,/\, "
    r"(1 - p) & \text{with probability } 1 - p \\ 0 & \text{with probability } p "
    r"\end{cases} \]",
    r"\[ (1 - p) \cdot \frac{\weight{\alpha}}{1 - p} + p \cdot 0 = \weight{\alpha} \]",
)
@pytest.mark.parametrize("p", RATES)
def test_each_weight_is_zero_or_scaled_and_keeps_its_mean(p: float) -> None:
    torch.manual_seed(0)
    weights = torch.softmax(torch.randn(5, 5, dtype=torch.float64), dim=-1)
    many = apply_dropout(weights.expand(20_000, 5, 5), p)
    zero = many == 0
    torch.testing.assert_close(
        torch.where(zero, 0.0, many), torch.where(zero, 0.0, weights / (1 - p))
    )
    # The mean of n draws has a standard deviation of weight * sqrt(p / (1 - p) / n).
    deviation = weights * math.sqrt(p / (1 - p) / 20_000)
    assert ((many.mean(dim=0) - weights).abs() <= 5 * deviation + 1e-12).all()
    torch.testing.assert_close((1 - p) * (weights / (1 - p)) + p * 0, weights)
    share = zero.double().mean(dim=0)
    assert (share - p).abs().max() <= 5 * math.sqrt(p * (1 - p) / 20_000)


@tested(
    "A row of \\(k\\) weights ends up empty with probability \\(p^k\\).",
    "A row of \\(k\\) weights keeps at least one with probability \\(1 - p^k\\).",
    "Your has only one weight, which is dropped with probability \\(p\\).",
)
@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("k", [1, 2, 3, 6])
def test_a_row_is_emptied_with_the_kth_power(p: float, k: int) -> None:
    empty = [
        math.prod(p if dropped else 1 - p for dropped in row)
        for row in product([True, False], repeat=k)
        if all(row)
    ]
    assert sum(empty) == pytest.approx(p**k)  # counted over all 2^k rows
    torch.manual_seed(k)
    share = (~dropout_mask((20_000, k), p)).all(dim=-1).double().mean()
    assert abs(share - p**k) <= 5 * math.sqrt(p**k * (1 - p**k) / 20_000)


@tested(
    "With a fraction \\(p\\) of the weights gone, the context vectors in training "
    "would on average be \\(1 - p\\) times what they are later, when nothing is "
    "dropped.",
)
@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
def test_without_the_scale_contexts_shrink_on_average(p: float) -> None:
    torch.manual_seed(1)
    weights = torch.softmax(torch.randn(5, 5, dtype=torch.float64), dim=-1)
    values = torch.randn(5, 3, dtype=torch.float64)
    kept = dropout_mask((50_000, 5, 5), p)
    mean = ((kept * weights) @ values).mean(dim=0)
    # Of n draws, the deviation is at most |weights| |values| sqrt(p (1 - p) / n).
    bound = 5 * weights.norm() * values.norm() * math.sqrt(p * (1 - p) / 50_000)
    assert (mean - (1 - p) * (weights @ values)).abs().max() <= bound
    assert (mean - weights @ values).abs().max() > bound


@tested(
    "If only one weight is kept, it becomes 1, even if it was small.",
    "At this step, a word with an empty row gets a context vector of zeros.",
    "Weights hidden by the causal mask stay zero.",
)
def test_rows_that_lost_their_weights() -> None:
    for seed in range(20):
        torch.manual_seed(seed)
        scores = torch.randn(6, 6).masked_fill(~causal_mask(6), -torch.inf)
        weights, values = torch.softmax(scores, dim=-1), torch.randn(6, 3)
        kept = dropout_mask((200, 6, 6), 0.5)
        dropped = kept * weights
        assert (dropped[:, ~causal_mask(6)] == 0).all()
        number = (kept & causal_mask(6)).sum(dim=-1)
        renormalised = dropped / dropped.sum(dim=-1, keepdim=True)
        alone = renormalised[number == 1].amax(dim=-1)
        assert torch.equal(alone, torch.ones_like(alone))
        assert renormalised[number == 0].isnan().all()
        assert ((dropped @ values)[number == 0] == 0).all()


@tested(
    "With torch 2.13 on a CPU, that amounts to drawing numbers in float64 and "
    "keeping the ones below \\(1 - p\\):",
)
@pytest.mark.parametrize("p", RATES)
@pytest.mark.parametrize("size", [1, 15, 16, 36, 1000])
def test_dropout_of_torch_keeps_float64_draws_below_the_share_kept(
    p: float, size: int
) -> None:
    for seed in range(5):
        torch.manual_seed(seed)
        theirs = nn.Dropout(p)(torch.ones(size)) != 0
        torch.manual_seed(seed)
        if p:
            ours = torch.rand(size, dtype=torch.float64) < 1 - p
        else:
            ours = torch.ones(size, dtype=torch.bool)
        assert torch.equal(theirs, ours)


@tested(
    "In training, each call draws a new mask.",
    "In evaluation the module returns its input, unscaled.",
    "Called on a model, train() and eval() also set the mode of its submodules.",
    "In evaluation it does nothing.",
)
@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
def test_modes(p: float) -> None:
    model = nn.Sequential(nn.Sequential(nn.Dropout(p)))
    for seed in range(10):
        torch.manual_seed(seed)
        x = torch.rand(1000) + 1.0
        model.train()
        assert not torch.equal(model(x), model(x))
        model.eval()
        assert torch.equal(model(x), x)
    hidden = nn.Module()
    hidden.parts = [nn.Dropout(p)]  # in a plain list, so no submodule
    assert hidden.eval().parts[0].training
