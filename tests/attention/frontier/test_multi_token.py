"""Multi-token prediction: what the second head computes, sees and is trained on."""

import pytest
import torch
from torch import nn

from attention import GPT, Llama, MultiToken, multi_token_loss
from tests.attention.expect import assert_close, numbered, seeded

WORDS, LENGTH, D = 13, 11, 6
IDS = torch.randint(WORDS, (3, LENGTH), generator=seeded())


def both(kind: str = "gpt") -> MultiToken:
    if kind == "gpt":
        return numbered(MultiToken(GPT(WORDS, LENGTH, D, 2, 3)))
    return numbered(MultiToken(Llama(WORDS, LENGTH, D, 2, 3, 1, 7)))


@pytest.mark.parametrize("kind", ["gpt", "llama"])
def test_the_head_is_shared_and_its_loss_teaches_the_model(kind: str):
    module = both(kind)
    logits, later = module(IDS)
    model, seen = module.model, []
    assert_close(logits, model(IDS))
    module.block.register_forward_pre_hook(lambda _, given: seen.append(given[0]))
    _, later = module(IDS)
    states = module.final_norm(module.block(seen[0]))
    assert_close(later, states @ model.out_head.weight.T)
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
