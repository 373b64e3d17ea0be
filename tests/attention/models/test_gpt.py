"""GPT, against a model made of torch's own layers."""

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from attention import (
    GPT,
    CausalAttention,
    record_weights,
    sample,
)
from tests.attention.expect import random, refusal

WORDS, LONGEST, D, LAYERS, HEADS = 13, 7, 6, 2, 3
IDS = torch.tensor([[3, 11, 0, 3, 5], [12, 1, 1, 2, 8]])


def made(dropout: float = 0.0, tied: bool = True) -> GPT:
    torch.manual_seed(1)
    model = GPT(WORDS, LONGEST, D, LAYERS, HEADS, dropout, tied)
    for n, parameter in enumerate(model.parameters()):  # norms and biases, too
        parameter.data = random(*parameter.shape, seed=n)
    return model


def torchs(model: GPT, ids: Tensor) -> Tensor:
    """The same logits from torch's encoder layers, embedding and norm."""
    x = F.embedding(ids, model.tok_emb.weight)
    x = x + model.positions.pos_emb.weight[: ids.shape[-1]]
    blocked = torch.ones(ids.shape[-1], ids.shape[-1]).triu(diagonal=1).bool()
    for block in model.blocks:
        theirs = nn.TransformerEncoderLayer(
            D,
            HEADS,
            4 * D,
            0.0,
            lambda x: F.gelu(x, approximate="tanh"),
            norm_first=True,
            batch_first=True,
        ).double()
        attention, layers = block.attention, block.feed_forward.layers
        linear = [attention.W_query, attention.W_key, attention.W_value]
        parameters = {
            theirs.self_attn.in_proj_weight: torch.cat([p.weight for p in linear]),
            theirs.self_attn.in_proj_bias: torch.cat([p.bias for p in linear]),
            theirs.norm1.weight: block.norm_1.scale,
            theirs.norm1.bias: block.norm_1.shift,
            theirs.norm2.weight: block.norm_2.scale,
            theirs.norm2.bias: block.norm_2.shift,
        }
        for mine, other in (
            (attention.out_proj, theirs.self_attn.out_proj),
            (layers[0], theirs.linear1),
            (layers[2], theirs.linear2),
        ):
            parameters |= {other.weight: mine.weight, other.bias: mine.bias}
        for parameter, value in parameters.items():
            parameter.data = value.data
        x = theirs(x, src_mask=blocked)
    norm = model.final_norm
    return F.layer_norm(x, (D,), norm.scale, norm.shift) @ model.out_head.weight.T


@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("length", [1, 5])
def test_logits_are_those_of_torchs_layers(tied: bool, length: int):
    model, ids = made(tied=tied), IDS[:, :length]
    found = model(ids)
    assert found.shape == (2, length, WORDS)
    torch.testing.assert_close(found, torchs(model, ids), rtol=0, atol=1e-11)
    torch.testing.assert_close(model(ids[1]), found[1])


def test_tied_weights_are_one_parameter_and_get_both_gradients():
    model = made()
    assert model.out_head.weight is model.tok_emb.weight
    names = [name for name, _ in model.named_parameters()]
    assert "out_head.weight" not in names
    other = made(tied=False)
    assert other.out_head.weight is not other.tok_emb.weight
    state = model.state_dict()
    other.load_state_dict(state)  # both names are in it
    for one in (model, other):
        one(IDS).logsumexp(-1).sum().backward()
    both = other.tok_emb.weight.grad + other.out_head.weight.grad
    torch.testing.assert_close(model.tok_emb.weight.grad, both)


def test_gpt2_is_counted_tied_and_untied():
    with torch.device("meta"):
        counts = [
            sum(p.numel() for p in GPT(50257, 1024, 768, 12, 12, tied=t).parameters())
            for t in (True, False)
        ]
    assert counts == [124_439_808, 163_037_184]


def test_weights_start_small_biases_at_zero_and_norms_at_one():
    torch.manual_seed(0)
    model = GPT(101, 50, 48, 2, 4, tied=False)
    for name, parameter in model.named_parameters():
        if name.endswith("weight"):
            assert abs(parameter.std() - 0.02) < 0.002, name
        else:
            assert set(parameter.flatten().tolist()) == {float("scale" in name)}, name


def test_later_tokens_change_no_earlier_logits():
    model, other = made(), IDS.clone()
    other[:, 3] = 7
    torch.testing.assert_close(model(other)[:, :3], model(IDS)[:, :3], rtol=0, atol=0)
    assert not torch.allclose(model(other)[:, 3:], model(IDS)[:, 3:])


def test_each_block_has_an_attention_layer_of_its_own_which_may_be_another():
    torch.manual_seed(0)
    model = GPT(
        WORDS,
        LONGEST,
        D,
        LAYERS,
        HEADS,
        attention=lambda: CausalAttention(D, D, LONGEST, 0.0),
    )
    assert model.blocks[0].attention is not model.blocks[1].attention
    with record_weights(model) as weights:
        assert model(IDS).shape == (2, 5, WORDS)
    assert list(weights) == ["blocks.0.attention.attend", "blocks.1.attention.attend"]
    with pytest.raises(TypeError, match="unexpected keyword argument 'cache'"):
        model(IDS, cache=None)


def test_dropout_is_active_in_training_alone_and_off_while_writing():
    model = made(dropout=0.5).train()
    assert not torch.equal(model(IDS), model(IDS))
    texts = [model.generate(IDS, 3) for _ in range(3)]
    assert model.training
    assert all(torch.equal(text, texts[0]) for text in texts)
    torch.testing.assert_close(model.eval()(IDS), made()(IDS))


def test_each_new_word_is_that_of_the_text_so_far():
    model, text = made(), IDS[:, :2]
    found = model.generate(text, 5)
    for _ in range(5):
        new = model(text)[:, -1].argmax(-1, keepdim=True)
        text = torch.cat([text, new], dim=-1)
    assert torch.equal(found, text)
    g = torch.Generator().manual_seed(0)
    drawn = model.generate(IDS, 3, lambda logits: sample(logits, generator=g), end=4)
    assert drawn.shape[0] == 2


def test_a_text_may_fill_the_context_and_one_word_more():
    model = made()
    assert model.generate(IDS, LONGEST - 5 + 1).shape == (2, LONGEST + 1)
    with refusal(
        "ids and new words must fit context_length=7, the last word not counted. "
        "Got 5 + 4."
    ):
        model.generate(IDS, 4)
    assert model.training
    with refusal("ids must have at most context_length=7 tokens. Got 8."):
        model(torch.zeros(1, 8, dtype=torch.int64))


def test_wrong_sizes_are_named():
    for name, sizes in {"vocab_size": (0, 2), "num_layers": (13, 0)}.items():
        with refusal(f"{name} must be at least 1. Got 0."):
            GPT(sizes[0], LONGEST, D, sizes[1], HEADS)
    with refusal("d_out must be divisible by num_heads=4. Got 6."):
        GPT(WORDS, LONGEST, D, LAYERS, 4)
    with refusal("dropout must be in [0, 1). Got 1.0."):
        GPT(WORDS, LONGEST, D, LAYERS, HEADS, 1.0)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_the_dtype_is_that_of_the_parameters_which_stay_tied(dtype: torch.dtype):
    model = made().to(dtype)
    assert model(IDS).dtype == dtype
    assert model.out_head.weight is model.tok_emb.weight
