"""GPT: what is tied, and how it writes; its logits are in test_models.py."""

import pytest
import torch
from torch import Tensor, nn

from attention import (
    GPT,
    Attention,
    CausalAttention,
    Decoder,
    FeedForward,
    Llama,
    TransformerBlock,
    causal_mask,
)
from tests.attention.expect import assert_close, numbered, refusal

WORDS, LONGEST, D, LAYERS, HEADS = 13, 7, 6, 2, 3
IDS = torch.tensor([[3, 11, 0, 3, 5], [12, 1, 1, 2, 8]])


def made(tied: bool = True) -> GPT:
    return numbered(GPT(WORDS, LONGEST, D, LAYERS, HEADS, tied=tied))


def test_tied_weights_are_one_parameter_and_get_both_gradients():
    model, other = made(), made(tied=False)
    assert model.out_head.weight is model.tok_emb.weight
    assert "out_head.weight" not in dict(model.named_parameters())
    assert other.out_head.weight is not other.tok_emb.weight
    other.load_state_dict(model.state_dict())  # both names are in it
    for one in (model, other):
        one(IDS).logsumexp(-1).sum().backward()
    both = other.tok_emb.weight.grad + other.out_head.weight.grad
    torch.testing.assert_close(model.tok_emb.weight.grad, both)


def test_each_block_has_an_attention_layer_of_its_own_which_may_be_another():
    def attention() -> CausalAttention:
        return CausalAttention(D, D, LONGEST, 0.0)

    model = GPT(WORDS, LONGEST, D, LAYERS, HEADS, attention=attention)
    first, second = (block.attention for block in model.blocks)
    assert first is not second
    assert isinstance(first, CausalAttention)


def test_writing_leaves_each_module_in_the_mode_in_which_it_was():
    model = made().train()
    model.blocks[0].eval()  # frozen, say
    modes = [module.training for module in model.modules()]
    for use_cache in (False, True):
        model.generate(IDS[:, :2], 2, use_cache=use_cache)
        assert [module.training for module in model.modules()] == modes


def test_a_decoder_hands_each_block_its_number_and_wants_caches_of_one_text():
    numbers = []

    def block(number: int) -> nn.Module:
        numbers.append(number)
        attention = Attention(D, D, LONGEST, 0.0, HEADS)
        return TransformerBlock(D, attention, FeedForward(D, 5))

    model = numbered(Decoder(WORDS, LONGEST, D, 3, block))
    assert numbers == [0, 1, 2]
    _, caches = model.forward_with_cache(IDS[:, :2])
    _, longer = model.forward_with_cache(IDS[:, :3])
    with refusal(
        "caches must be one for each of 3 blocks, all of as many tokens. "
        "Got caches of [2, 2, 3] tokens."
    ):
        model.forward_with_cache(IDS[:, 3:], [*caches[:2], longer[2]])


def test_a_text_that_is_filled_up_at_its_end_has_the_logits_that_it_has_alone():
    model, padded = made(), IDS.clone()
    padded[0, 3:] = 12
    assert_close(model(padded)[0, :3], model(IDS[:1, :3])[0])
    assert_close(model(padded)[1], model(IDS[1:])[0])
    with pytest.raises(TypeError, match="unexpected keyword argument 'mask'"):
        model(padded, mask=None)  # a mask is a rule of the layers


def test_a_rule_of_the_layers_hides_what_fills_texts_up_at_their_beginning():
    """Rotary scores depend on distances alone, so the text has the same logits."""
    model = numbered(Llama(WORDS, LONGEST, D, LAYERS, HEADS, 1, 5))
    padded = torch.cat([torch.tensor([[7, 7], [0, 4]]), IDS], dim=1)
    real = torch.ones(2, 1, 1, 7, dtype=torch.bool)
    real[0, ..., :2] = False

    def rule(queries: int, keys: int, *, device: object = None) -> Tensor:
        return causal_mask(queries, keys) & real[..., :keys]

    for block in model.blocks:
        block.attention.mask = rule
    found = model(padded)
    assert_close(found[0, 2:], causal_logits(model, IDS[:1]))
    assert not torch.allclose(found[1, 2:], causal_logits(model, IDS[1:]))


def causal_logits(model: Llama, ids: Tensor) -> Tensor:
    """The logits of one text under the causal rule."""
    for block in model.blocks:
        block.attention.mask = causal_mask
    return model(ids)[0]
