"""What is behind the general sentences of docs/models/gpt.md."""

import math

import pytest
import torch
import torch.nn.functional as F

from attention import GPT
from tests.claims.quotes import cited, tested

cited(
    "The first transformer had two halves: an encoder that reads a source text, and "
    "a decoder that writes, with attention to the text so far and attention to the "
    "source (Vaswani et al., 2017, section 3.1).",
    source="Vaswani et al. (2017), section 3.1, Encoder and Decoder Stacks",
)
cited(
    "Its weights are tied (Press and Wolf, 2017, abstract):",
    source="Press and Wolf (2017), Using the Output Embedding to Improve Language "
    "Models, abstract: 'we recommend tying the input embedding and this output "
    "embedding'",
)
cited(
    "The smallest GPT-2 has a vocabulary of 50,257 tokens, 1,024 positions, 768 "
    "features, twelve blocks and twelve heads.",
    "The next larger GPT-2 has 1,024 features, 24 blocks and 16 heads, with the same "
    "vocabulary and positions.",
    "GPT-2 is tied, so it has the first number of parameters.",
    source=(
        "openai/gpt-2, src/model.py, default_hparams, and logits = tf.matmul(h_flat, "
        "wte, transpose_b=True); hparams.json of 124M and 355M"
    ),
)


def make(seed: int, tied: bool = True) -> GPT:
    torch.manual_seed(seed)
    return GPT(50, 8, 16, 2, 4, tied=tied)


@tested(
    "Its attention is causal, so no row of logits depends on later tokens.",
    "One pass over a text gives the answer for each of its beginnings.",
)
@pytest.mark.parametrize("seed", range(5))
def test_each_row_is_that_of_the_beginning_alone(seed: int) -> None:
    model, ids = make(seed).double(), torch.randint(50, (3, 8))
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.4)
    whole = model(ids)
    for length in range(1, 9):
        torch.testing.assert_close(model(ids[:, :length]), whole[:, :length])


@tested(
    "The last line of the model scores the word \\(w\\) with the dot product of the "
    "final vector and row \\(w\\) of the embedding table.",
    "So the table is used twice, to read words and to score them.",
    "Here every row does, because every word gets a logit, even a word that was "
    "not read.",
)
def test_tied_rows_all_get_gradients_and_untied_ones_only_if_read() -> None:
    for seed in range(5):
        ids = torch.tensor([[3, 41, 7]])
        for tied, number in ((True, 50), (False, 3)):
            model = make(seed, tied)
            logits = model(ids)
            F.cross_entropy(logits[0], torch.tensor([41, 7, 9])).backward()
            rows = model.tok_emb.weight.grad.abs().sum(-1) > 0
            assert rows.sum() == number


@tested(
    "In our model, all the logits are then close to zero, so all words are nearly "
    "equally likely.",
    "A uniform guess among fifty words has a loss of \\(\\ln 50\\):",
    "It is still a good first test of a model: if the loss before training is far "
    "above that logarithm, the logits start too large.",
)
def test_an_untrained_model_guesses_evenly() -> None:
    ids = torch.randint(50, (200, 9), generator=torch.Generator().manual_seed(0))
    for seed in range(5):
        model, targets = make(seed), ids[:, 1:].flatten()
        logits = model(ids[:, :8]).flatten(0, 1)
        assert logits.abs().max() < 0.5
        assert abs(F.cross_entropy(logits, targets) - math.log(50)) < 0.05
        assert F.cross_entropy(100 * logits, targets) > math.log(50) + 2
    even = F.cross_entropy(torch.zeros(7, 50), torch.arange(7))
    assert abs(even - math.log(50)) < 1e-6


@tested(
    "A wider model's first predictions are less even.",
    "The last norm makes each vector about \\(\\sqrt d\\) long, so its products with "
    "rows whose standard deviation is 0.02 have a spread of about \\(0.02\\sqrt "
    "d\\): less than a tenth with our 16 features, and more than a half at GPT-2's "
    "width, where the loss starts between one and two tenths above the logarithm of "
    "the vocabulary's size.",
)
@pytest.mark.parametrize(
    ("width", "spread", "low", "high"), [(16, 0.08, -0.05, 0.05), (768, 0.55, 0.1, 0.2)]
)
@torch.no_grad()
def test_a_wider_model_starts_less_evenly(
    width: int, spread: float, low: float, high: float
) -> None:
    ids = torch.randint(50, (100, 9), generator=torch.Generator().manual_seed(0))
    for seed in range(3):
        torch.manual_seed(seed)
        model = GPT(50, 8, width, 2, 4)
        lengths: list[float] = []
        model.final_norm.register_forward_hook(
            lambda *a, lengths=lengths: lengths.append(a[2].norm(dim=-1).mean().item())
        )
        logits = model(ids[:, :8]).flatten(0, 1)
        assert math.isclose(lengths[0], math.sqrt(width), rel_tol=0.05)
        assert abs(logits.std() - spread) < 0.15 * spread
        above = F.cross_entropy(logits, ids[:, 1:].flatten()) - math.log(50)
        assert low < above < high


@tested("The last word does not count, because it is written but never read.")
def test_the_last_word_is_not_read() -> None:
    model = make(0)
    read: list[int] = []
    model.register_forward_pre_hook(lambda _, args: read.append(args[0].shape[-1]))
    assert model.generate(torch.tensor([[3, 41]]), 7).shape == (1, 9)
    assert max(read) == 8


@tested(
    "The rule covers only the blocks, without biases and norms.",
    "Most of the rest is the embedding table, 50,257 rows of 1,024.",
)
def test_the_rule_for_blocks() -> None:
    with torch.device("meta"):
        model = GPT(50257, 1024, 1024, 24, 16)
    matrices = [p for p in model.blocks.parameters() if p.dim() == 2]
    assert sum(p.numel() for p in matrices) == 12 * 24 * 1024**2
    rest = sum(p.numel() for p in model.parameters()) - 12 * 24 * 1024**2
    assert rest / 2 < 50257 * 1024
