"""Multi-token prediction: what the second head computes, sees and is trained on."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from attention import GPT, Llama, MultiToken, acceptance, multi_token_loss
from tests.attention.expect import assert_close, numbered, random, refusal, seeded

WORDS, LENGTH, D = 13, 11, 6
IDS = torch.randint(WORDS, (3, LENGTH), generator=seeded())


def both(kind: str = "gpt") -> MultiToken:
    if kind == "gpt":
        return numbered(MultiToken(GPT(WORDS, LENGTH, D, 2, 3)))
    return numbered(MultiToken(Llama(WORDS, LENGTH, D, 2, 3, 1, 7)))


def rms(x: torch.Tensor, norm: nn.Module) -> torch.Tensor:
    return F.rms_norm(x, (D,), norm.scale, 1e-5)


@pytest.mark.parametrize("kind", ["gpt", "llama"])
def test_it_is_the_formula_pair_by_pair(kind: str):
    module = both(kind)
    logits, later = module(IDS)
    model, seen = module.model, []
    assert_close(logits, model(IDS))
    model.blocks[-1].register_forward_hook(lambda *given: seen.append(given[-1]))
    model(IDS)
    M = module.combine.weight
    for text, states, found in zip(IDS, seen[0], later, strict=True):
        pairs = []
        for i in range(LENGTH - 1):
            token = rms(model.tok_emb.weight[text[i + 1]], module.norm_token)
            pairs.append(M @ torch.cat([rms(states[i], module.norm_state), token]))
        h = module.final_norm(module.block(torch.stack(pairs)))
        assert_close(found, h @ model.out_head.weight.T)
    shared = [*model.blocks.parameters(), model.tok_emb.weight, model.out_head.weight]
    second = multi_token_loss(logits.detach(), later, IDS)
    assert all(slope.any() for slope in torch.autograd.grad(second, shared))


def test_the_table_and_the_head_are_the_models_and_the_block_is_a_copy_or_given():
    module = both()
    model = module.model
    owners = {name.partition(".")[0] for name, _ in module.named_parameters()}
    own = {"norm_state", "norm_token", "combine", "block", "final_norm"}
    assert owners == {"model"} | own
    assert MultiToken(model, block := nn.Identity()).block is block
    assert MultiToken(model).combine.weight.dtype == torch.float64
    assert both()(IDS[0])[1].shape == (LENGTH - 1, WORDS)


def test_the_loss_is_of_the_next_words_and_of_those_after_them():
    logits, later = (random(3, n, WORDS, seed=n) for n in (LENGTH, LENGTH - 1))
    total = [[], []]
    for text in range(3):
        for i in range(LENGTH - 1):
            total[0].append(-logits[text, i].log_softmax(-1)[IDS[text, i + 1]])
        for i in range(LENGTH - 2):
            total[1].append(-later[text, i].log_softmax(-1)[IDS[text, i + 2]])
    first, second = (torch.stack(part).mean() for part in total)
    assert_close(multi_token_loss(logits, later, IDS), first + 0.3 * second)
    assert_close(multi_token_loss(logits, later, IDS, 0.7), first + 0.7 * second)
    assert_close(
        multi_token_loss(logits[0], later[0], IDS[0], 0.0),
        F.cross_entropy(logits[0, :-1], IDS[0, 1:]),
    )
    with refusal("ids must have at least 3 tokens. Got 2."):
        multi_token_loss(logits[:, :2], later[:, :1], IDS[:, :2])
    with refusal(
        f"later must have one position less than the {LENGTH} of logits. Got {LENGTH}."
    ):
        multi_token_loss(logits, logits, IDS)


def test_acceptance_is_the_chance_that_the_rule_keeps_a_draft():
    p, q = random(5, 7).softmax(-1), random(5, 7, seed=1).softmax(-1)
    kept = torch.zeros(5).double()
    for x in range(7):
        kept += q[:, x] * (p[:, x] / q[:, x]).clamp(max=1)
    assert_close(acceptance(p, q), kept)
    rest = F.normalize((p - q).clamp(min=0), p=1, dim=-1)  # the law of what is written
    assert_close(q * (p / q).clamp(max=1) + (1 - kept)[:, None] * rest, p)
    assert_close(acceptance(p, p), torch.ones(5).double())
