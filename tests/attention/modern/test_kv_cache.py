"""The key-value cache: whatever the chunks, the whole sequence's results."""

from functools import partial

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attention import (
    GPT,
    CausalAttention,
    KVCache,
    MultiHeadAttention,
    attend_with_cache,
    forward_with_cache,
    generate_with_cache,
    load_trained,
    record_weights,
    sample,
)
from tests.attention.expect import random, refusal

BATCH, D_IN, HEADS, HEAD_DIM, LONGEST = 2, 5, 3, 7, 13
WORDS, D, LAYERS = 11, 6, 2


def layer_of(dropout: float = 0.0, bias: bool = True) -> MultiHeadAttention:
    torch.manual_seed(1)
    return MultiHeadAttention(
        D_IN, HEADS * HEAD_DIM, LONGEST, dropout, HEADS, bias
    ).double()


def gpt(dropout: float = 0.0) -> GPT:
    torch.manual_seed(1)
    model = GPT(WORDS, LONGEST, D, LAYERS, HEADS, dropout)
    for n, parameter in enumerate(model.parameters()):  # norms and biases, too
        parameter.data = random(*parameter.shape, seed=n)
    return model


IDS = torch.randint(WORDS, (BATCH, LONGEST), generator=torch.Generator().manual_seed(3))
chunkings = st.lists(st.integers(1, 5), min_size=1, max_size=LONGEST).filter(
    lambda sizes: sum(sizes) <= LONGEST
)


@settings(max_examples=50, deadline=None)
@given(sizes=chunkings, bias=st.booleans())
def test_chunks_give_what_the_whole_sequence_gives(sizes: list[int], bias: bool):
    layer, x = layer_of(bias=bias), random(BATCH, sum(sizes), D_IN)
    whole = layer(x)
    cache, outs = None, []
    for chunk in x.split(sizes, dim=-2):
        out, cache = attend_with_cache(layer, chunk, cache)
        outs.append(out)
    torch.testing.assert_close(torch.cat(outs, dim=-2), whole, rtol=0, atol=1e-12)
    assert cache.num_tokens == sum(sizes)
    for kept, linear in ((cache.keys, layer.W_key), (cache.values, layer.W_value)):
        expected = linear(x).unflatten(-1, (HEADS, HEAD_DIM)).transpose(1, 2)
        torch.testing.assert_close(kept, expected, rtol=0, atol=1e-12)


@settings(max_examples=25, deadline=None)
@given(sizes=chunkings)
def test_a_gpt_in_chunks_gives_the_logits_of_the_whole_text(sizes: list[int]):
    model, ids = gpt(), IDS[:, : sum(sizes)]
    caches, found = None, []
    for chunk in ids.split(sizes, dim=-1):
        logits, caches = forward_with_cache(model, chunk, caches)
        found.append(logits)
    torch.testing.assert_close(torch.cat(found, dim=1), model(ids), rtol=0, atol=1e-11)
    assert len(caches) == LAYERS


def test_a_cache_is_a_value_that_later_calls_leave_as_it_was():
    layer, x = layer_of(), random(7, D_IN)
    _, cache = attend_with_cache(layer, x[:3])
    kept = KVCache(cache.keys.clone(), cache.values.clone())
    first, _ = attend_with_cache(layer, x[3:5], cache)
    attend_with_cache(layer, x[5:], cache)  # another continuation
    again, _ = attend_with_cache(layer, x[3:5], cache)
    assert torch.equal(first, again)
    assert all(torch.equal(*pair) for pair in zip(cache, kept, strict=True))


def test_gradients_reach_the_tokens_in_the_cache():
    layer = layer_of()
    x, y = random(7, D_IN).requires_grad_(), random(7, D_IN).requires_grad_()
    layer(x).square().sum().backward()
    first, cache = attend_with_cache(layer, y[:4])
    second, _ = attend_with_cache(layer, y[4:], cache)
    torch.cat([first, second]).square().sum().backward()
    torch.testing.assert_close(y.grad, x.grad, rtol=0, atol=1e-12)


def test_weights_of_new_tokens_are_recorded_and_dropped_in_training_alone():
    layer, x = layer_of(dropout=0.5), random(5, D_IN)
    with record_weights(layer) as whole:
        layer.eval()(x)
    _, cache = attend_with_cache(layer, x[:3])
    with record_weights(layer) as new:
        out, _ = attend_with_cache(layer, x[3:], cache)
    torch.testing.assert_close(new["attend"], whole["attend"][:, 3:])
    torch.testing.assert_close(attend_with_cache(layer, x[3:], cache)[0], out)
    layer.train()
    assert not torch.equal(attend_with_cache(layer, x[3:], cache)[0], out)


@pytest.mark.parametrize("num_new", [0, 1, 5, LONGEST - 2])
def test_generated_ids_are_those_of_gpt(num_new: int):
    model = gpt(dropout=0.5).train()
    ids = IDS[:, :3]
    found = generate_with_cache(model, ids, num_new)
    assert torch.equal(found, model.generate(ids, num_new))
    assert model.training
    texts = []
    for write in (generate_with_cache, GPT.generate):
        choose = partial(sample, generator=torch.Generator().manual_seed(0))
        texts.append(write(model, ids, num_new, choose, end=4))
    assert torch.equal(*texts)


def test_dropout_draws_as_the_model_does():
    model = gpt(dropout=0.5).train()
    torch.manual_seed(5)
    expected = model(IDS)
    torch.manual_seed(5)
    found, _ = forward_with_cache(model, IDS)
    torch.testing.assert_close(found, expected, rtol=0, atol=1e-11)
    assert not torch.allclose(found, model.eval()(IDS))


def test_each_token_is_read_once():
    model, read = gpt(), []
    model.tok_emb.register_forward_pre_hook(
        lambda _, args: read.append(args[0].shape[-1])
    )
    generate_with_cache(model, IDS[:, :3], 5)
    assert read == [3, 1, 1, 1, 1]


def test_trained_weights_write_the_same():
    model, ids = load_trained("story"), torch.tensor([[3, 5], [8, 1]])
    assert torch.equal(generate_with_cache(model, ids, 20), model.generate(ids, 20))


def test_a_full_cache_is_refused():
    layer, x = layer_of(), random(LONGEST + 1, D_IN)
    _, cache = attend_with_cache(layer, x[:LONGEST])
    with refusal("cached and new tokens must fit context_length=13. Got 13 + 1."):
        attend_with_cache(layer, x[LONGEST:], cache)
    with refusal("cached and new tokens must fit context_length=13. Got 0 + 14."):
        attend_with_cache(layer, x)
    model = gpt()
    _, caches = forward_with_cache(model, IDS)
    with refusal("cached and new tokens must fit context_length=13. Got 13 + 2."):
        forward_with_cache(model, IDS[:, :2], caches)
    with refusal(
        "ids and new words must fit context_length=13, the last word not counted. "
        "Got 3 + 12."
    ):
        generate_with_cache(model, IDS[:, :3], 12)
    with refusal("ids must have at least one token. Got (2, 0)."):
        generate_with_cache(model, IDS[:, :0], 1)


def test_other_layers_widths_and_numbers_of_caches_are_refused():
    with refusal("layer must be a MultiHeadAttention. Got CausalAttention."):
        attend_with_cache(CausalAttention(D_IN, 3, 7, 0.0), random(3, D_IN))
    with refusal("x must have shape (..., num_new, d_in=5). Got (3, 7)."):
        attend_with_cache(layer_of(), random(3, 7))
    model = gpt()
    _, caches = forward_with_cache(model, IDS[:, :3])
    with refusal("caches must be one for each of 2 blocks. Got 1."):
        forward_with_cache(model, IDS[:, 3:4], caches[:1])


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_the_dtype_is_that_of_the_parameters(dtype: torch.dtype):
    model = gpt().to(dtype)
    logits, caches = forward_with_cache(model, IDS[:, :3])
    assert logits.dtype == caches[0].keys.dtype == caches[0].values.dtype == dtype
    logits, _ = forward_with_cache(model, IDS[:, 3:4], caches)
    assert logits.dtype == dtype
