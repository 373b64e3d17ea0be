"""What holds for every layer, and for every function from tokens to tokens."""

import copy
import io
from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from attention import (
    AdditiveAttention,
    CausalAttention,
    CrossAttention,
    DecoderBlock,
    FeedForward,
    FusedMultiHeadAttention,
    GroupedQueryAttention,
    LatentAttention,
    LayerNorm,
    LearnedPositions,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    RecurrentEncoder,
    RotaryPositions,
    SelfAttentionV1,
    SelfAttentionV2,
    SinusoidalPositions,
    TransformerBlock,
    alibi_attention,
    alibi_slopes,
    causal_mask,
    inputs,
    online_softmax,
    record_weights,
    scaled_dot_product_attention,
    sink_attention,
    tiled_attention,
)
from tests.attention.expect import attention_by_loops, random, refusal, responds

# Distinct primes, so that a swapped axis is noticed.
BATCH, TOKENS, D_IN, HEADS, HEAD_DIM, LONGEST = 2, 5, 7, 3, 11, 13
D_OUT = HEADS * HEAD_DIM


class Repeated(nn.Module):
    """A layer of several arguments, or a function, each time of the same tokens."""

    def __init__(self, layer: Callable[..., Tensor], times: int = 1):
        super().__init__()
        self.layer, self.times = layer, times

    def forward(self, x: Tensor) -> Tensor:
        return self.layer(*[x] * self.times)


LAYERS: dict[str, Callable[[bool, float], nn.Module]] = {  # of a bias and dropout
    "V1": lambda bias, rate: SelfAttentionV1(D_IN, HEAD_DIM),
    "V2": lambda bias, rate: SelfAttentionV2(D_IN, HEAD_DIM, bias),
    "causal": lambda bias, rate: CausalAttention(D_IN, HEAD_DIM, LONGEST, rate, bias),
    "wrapper": lambda bias, rate: MultiHeadAttentionWrapper(
        D_IN, HEAD_DIM, LONGEST, rate, HEADS, bias
    ),
    "split": lambda bias, rate: MultiHeadAttention(
        D_IN, D_OUT, LONGEST, rate, HEADS, bias
    ),
    "grouped": lambda bias, rate: GroupedQueryAttention(
        D_IN, D_OUT, LONGEST, rate, HEADS, 1, bias
    ),
    "cross": lambda bias, rate: Repeated(
        CrossAttention(D_IN, D_OUT, rate, HEADS, bias), 2
    ),
}
CAUSAL = ("causal", "wrapper", "split", "grouped")
every_layer = pytest.mark.parametrize("name", LAYERS)


def attention() -> nn.Module:
    return MultiHeadAttention(D_IN, D_IN, LONGEST, 0.0, 1)


def sinks(x: Tensor) -> Tensor:
    x, mask = x.unsqueeze(-3), causal_mask(x.shape[-2], device=x.device)
    return sink_attention(x, x, x, torch.ones(1).to(x), mask)[0].squeeze(-3)


def alibi(x: Tensor) -> Tensor:
    x, slopes = x.unsqueeze(-3), alibi_slopes(1, device=x.device)
    return alibi_attention(x, x, x, slopes)[0].squeeze(-3)


OTHERS: dict[str, Callable[[], nn.Module]] = {
    "fused": lambda: FusedMultiHeadAttention(D_IN, D_OUT, LONGEST, 0.0, HEADS, True),
    "latent": lambda: LatentAttention(D_IN, 19, LONGEST, 0.0, HEADS, HEAD_DIM, 17, 4),
    "recurrent": lambda: RecurrentEncoder(D_IN, 5),
    "block": lambda: TransformerBlock(D_IN, attention(), FeedForward(D_IN, 11)),
    "sinks": lambda: Repeated(sinks),
    "tiles, causal": lambda: Repeated(
        lambda *qkv: tiled_attention(*qkv, causal=True, block_size=2), 3
    ),
    "decoder block": lambda: Repeated(
        DecoderBlock(
            D_IN, attention(), CrossAttention(D_IN, D_IN, 0.0, 1), FeedForward(D_IN, 11)
        ),
        2,
    ),
    "additive": lambda: Repeated(AdditiveAttention(D_IN, D_IN, 11), 3),
    "core": lambda: Repeated(lambda *qkv: scaled_dot_product_attention(*qkv)[0], 3),
    "tiles": lambda: Repeated(tiled_attention, 3),
    "alibi": lambda: Repeated(alibi),
    "softmax of columns": lambda: Repeated(lambda x: online_softmax(x, -2)),
    "feed-forward": lambda: FeedForward(D_IN, 11),
    "norm": lambda: LayerNorm(D_IN),
    "learned": lambda: LearnedPositions(LONGEST, D_IN),
    "sinusoidal": lambda: SinusoidalPositions(D_IN),
    "rotary": lambda: Repeated(lambda x: RotaryPositions(9, 6).to(x)(x[..., :6])),
}
EARLIER = [*CAUSAL, *list(OTHERS)[:6]]  # a token responds to itself and those before it
ITSELF = list(OTHERS)[-5:]
everything = pytest.mark.parametrize("name", [*LAYERS, *OTHERS])


def made(name: str, bias: bool = False, dropout: float = 0.0) -> nn.Module:
    torch.manual_seed(3)
    make = OTHERS.get(name) or (lambda: LAYERS[name](bias, dropout))
    return make().double()


@everything
@pytest.mark.parametrize("front", [(), (BATCH,), (BATCH, 3)], ids=str)
@torch.no_grad()
def test_each_sequence_of_a_batch_is_as_alone(name: str, front: tuple[int, ...]):
    layer, x = made(name), random(*front, TOKENS, D_IN)
    out = layer(x)
    assert out.shape[:-1] == (*front, TOKENS)
    sequences = x.reshape(-1, TOKENS, D_IN), out.reshape(-1, *out.shape[-2:])
    for alone, one in zip(*sequences, strict=True):
        torch.testing.assert_close(layer(alone), one)


@everything
def test_gradients_of_tokens_and_parameters_agree_with_finite_differences(name: str):
    layer, x = made(name, bias=True), random(2, D_IN).requires_grad_()
    names = [key for key, _ in layer.named_parameters()]

    def forward(x: Tensor, *parameters: Tensor) -> Tensor:
        state = dict(zip(names, parameters, strict=True))
        return torch.func.functional_call(layer, state, (x,))

    fast = torch.autograd.gradcheck(forward, (x, *layer.parameters()), fast_mode=True)
    assert fast


@everything
def test_a_token_responds_to_no_later_one_if_causal_and_else_to_all_or_itself(
    name: str,
):
    reach = torch.ones(TOKENS, TOKENS, dtype=torch.bool)
    reach = reach.tril() if name in EARLIER else reach
    reach = torch.eye(TOKENS).bool() if name in ITSELF else reach
    assert torch.equal(responds(made(name), random(TOKENS, D_IN)), reach)


UNMASKED = ["V1", "V2", "cross", "additive", "core", "tiles", "feed-forward", "norm"]


@pytest.mark.parametrize("name", [*UNMASKED, *EARLIER])
def test_permuting_tokens_permutes_outputs_where_there_is_no_mask(name: str):
    layer, x, order = made(name), random(TOKENS, D_IN), [3, 0, 4, 1, 2]
    assert torch.allclose(layer(x[order]), layer(x)[order]) == (name in UNMASKED)


@everything
@pytest.mark.parametrize(
    "dtype", [torch.float16, torch.bfloat16, torch.float32], ids=str
)
@torch.no_grad()
def test_the_dtype_is_that_of_the_parameters(name: str, dtype: torch.dtype):
    layer, x = made(name), random(TOKENS, D_IN)
    expected, layer = layer(x), layer.to(dtype)
    found = layer(x.to(dtype))
    assert found.dtype == dtype
    torch.testing.assert_close(found.double(), expected, rtol=0.1, atol=0.1)
    layer = layer.to("meta")  # the mask moves with the layer
    assert layer(torch.ones(TOKENS, D_IN, dtype=dtype, device="meta")).is_meta


def linear(layer: nn.Module, name: str, x: Tensor) -> Tensor:
    """x through one matrix of a layer; V1 stores it without nn.Linear."""
    matrix = getattr(layer, name)
    return x @ matrix if isinstance(matrix, Tensor) else matrix(x)


def by_loops(layer: nn.Module, x: Tensor, causal: bool) -> tuple[Tensor, Tensor]:
    """Outputs and weights of one sequence, head by head."""
    if isinstance(layer, Repeated):
        return by_loops(layer.layer, x, causal)
    if isinstance(layer, MultiHeadAttentionWrapper):
        each = [by_loops(head, x, causal) for head in layer.heads]
        return torch.cat([out for out, _ in each], -1), torch.stack(
            [w for _, w in each]
        )
    allowed = torch.ones(len(x), len(x), dtype=torch.bool)
    for i in range(len(x)):
        for j in range(len(x)):
            allowed[i, j] = j <= i or not causal
    Q, K, V = (linear(layer, f"W_{name}", x) for name in ("query", "key", "value"))
    each = [
        attention_by_loops(q, k, v, allowed)
        for q, k, v in zip(
            Q.split(HEAD_DIM, -1),
            K.split(HEAD_DIM, -1) * (Q.shape[-1] // K.shape[-1]),  # one group for all
            V.split(HEAD_DIM, -1) * (Q.shape[-1] // V.shape[-1]),
            strict=True,
        )
    ]
    out = torch.cat([contexts for contexts, _ in each], dim=-1)
    weights = torch.stack([w for _, w in each])
    if hasattr(layer, "out_proj"):
        return layer.out_proj(out), weights
    return out, weights[0]


@every_layer
@pytest.mark.parametrize("bias", [False, True])
@torch.no_grad()
def test_outputs_and_recorded_weights_are_those_of_loops(name: str, bias: bool):
    layer, x = made(name, bias), random(BATCH, TOKENS, D_IN)
    with record_weights(layer) as weights:
        out = layer(x)
    recorded = list(weights.values())
    found = recorded[0] if len(recorded) == 1 else torch.stack(recorded, dim=1)
    for i in range(BATCH):
        expected = by_loops(layer, x[i], name in CAUSAL)
        torch.testing.assert_close((out[i], found[i]), expected)


@every_layer
@pytest.mark.parametrize(
    ("number", "dtype"), [(3000.0, torch.float16), (1e21, torch.float32)], ids=str
)
@pytest.mark.parametrize("sign", [1.0, -1.0])
@torch.no_grad()
def test_scores_that_overflow_give_nan_alone_and_in_a_batch_and_never_zero(
    name: str, number: float, dtype: torch.dtype, sign: float
):
    layer = made(name)
    for key, parameter in layer.named_parameters():
        parameter.fill_(sign if "W_key" in key else 1.0)
    layer = layer.to(dtype)
    alone = torch.zeros(1, D_IN, dtype=dtype)
    alone[0, 0] = number
    assert layer(alone).isnan().all()
    out = layer(torch.stack([alone, torch.ones(1, D_IN, dtype=dtype)]))
    assert out[0].isnan().all()
    assert out[1].isfinite().all()


@every_layer
@torch.no_grad()
def test_dropout_draws_as_nn_dropout_does_and_only_in_training(name: str):
    x = random(BATCH, TOKENS, D_IN)
    plain, layer = made(name), made(name, dropout=0.5)
    torch.testing.assert_close(layer.eval()(x), plain(x))
    if name in ("V1", "V2"):  # without dropout
        return
    torch.manual_seed(5)
    dropped = layer.train()(x)
    with record_weights(plain) as weights:
        plain(x)
    module = getattr(layer, "layer", layer)
    values = [linear(m, "W_value", x) for m in getattr(layer, "heads", [module])]
    torch.manual_seed(5)
    kept = [nn.Dropout(0.5)(w) for w in weights.values()]
    if hasattr(module, "out_proj"):
        V = values[0].unflatten(-1, (-1, HEAD_DIM)).transpose(1, 2)
        expected = module.out_proj((kept[0] @ V).transpose(1, 2).flatten(-2))
    else:
        expected = torch.cat([w @ v for w, v in zip(kept, values, strict=True)], dim=-1)
    torch.testing.assert_close(dropped, expected)


FIRST_ROWS = {  # after seed 123 (789), d_in = 3, two features, the running example
    "V1": (SelfAttentionV1, (), [[0.2996, 0.8053], [0.3061, 0.8210]]),
    "V2": (SelfAttentionV2, (), [[-0.5337, -0.1051], [-0.5323, -0.1080]]),
    "causal": (CausalAttention, (6, 0.0), [[-0.4519, 0.2216], [-0.5874, 0.0058]]),
    "wrapper": (
        MultiHeadAttentionWrapper,
        (6, 0.0, 2),
        [[-0.4519, 0.2216, 0.4772, 0.1063], [-0.5874, 0.0058, 0.5891, 0.3257]],
    ),
    "split": (MultiHeadAttention, (6, 0.0, 2), [[0.3190, 0.4858], [0.2943, 0.3897]]),
}


@pytest.mark.parametrize("name", FIRST_ROWS)
def test_a_seed_gives_the_numbers_of_the_book(name: str):
    make, more, rows = FIRST_ROWS[name]
    torch.manual_seed(123)
    found = make(3, 2, *more)(inputs)[:2].detach()
    torch.testing.assert_close(found, torch.tensor(rows), rtol=0, atol=6e-5)


BIASES = ["W_query.bias", "W_key.bias", "W_value.bias"]
WEIGHTS = [name.replace("bias", "weight") for name in BIASES]
OUT = ["out_proj.weight", "out_proj.bias"]
LATENT = [f"W_{name}.weight" for name in ("query", "latent", "rotary", "key", "value")]
LAYER = ["layers.0.weight", "layers.0.bias", "layers.2.weight", "layers.2.bias"]
OF_HEADS = (WEIGHTS + OUT, BIASES + WEIGHTS + OUT)
KEYS = {  # without and with biases
    "V1": (["W_query", "W_key", "W_value"],) * 2,
    "V2": (WEIGHTS, BIASES + WEIGHTS),
    "causal": (WEIGHTS, BIASES + WEIGHTS),
    "wrapper": (
        [f"heads.{h}.{name}" for h in range(HEADS) for name in WEIGHTS],
        [f"heads.{h}.{name}" for h in range(HEADS) for name in BIASES + WEIGHTS],
    ),
    "split": OF_HEADS,
    "grouped": OF_HEADS,
    "cross": OF_HEADS,
    "fused": OF_HEADS[1:] * 2,
    "latent": ([*LATENT, "out_proj.weight"],) * 2,
    "additive": (["W_query.weight", "W_key.weight", "v.weight"],) * 2,
    "feed-forward": (LAYER,) * 2,
    "norm": (["scale", "shift"],) * 2,
    "learned": (["pos_emb.weight"],) * 2,
    "sinusoidal": ([],) * 2,
}


@pytest.mark.parametrize("name", KEYS)
@pytest.mark.parametrize("bias", [False, True])
def test_state_dicts_have_the_keys_of_the_book_and_no_mask(name: str, bias: bool):
    layer = made(name, bias)
    layer = getattr(layer, "layer", layer)
    assert sorted(layer.state_dict()) == sorted(KEYS[name][bias])
    assert {key for key, _ in layer.named_parameters()} == set(KEYS[name][bias])


@pytest.mark.parametrize("name", [*CAUSAL, "fused"])
def test_weights_saved_from_the_books_class_load_with_their_mask(name: str):
    source, x = made(name), random(TOKENS, D_IN)
    saved = source.state_dict()
    blocked = torch.ones(LONGEST, LONGEST).triu(1)  # the book's: 1 = blocked
    prefixes = {key[: key.index("W_")] for key in saved if "W_" in key}
    saved |= {f"{prefix}mask": blocked for prefix in prefixes}
    file = io.BytesIO()
    torch.save(saved, file)
    file.seek(0)

    layer = made(name)
    for parameter in layer.parameters():
        parameter.data += 1
    assert not torch.allclose(layer(x), source(x))
    for again in (layer, copy.deepcopy(layer)):
        keys = list(saved)
        again.load_state_dict(saved, strict=True)
        assert list(saved) == keys  # the caller's dictionary is not changed
        assert torch.equal(again(x), source(x))
        with pytest.raises(RuntimeError, match="Unexpected key"):
            again.load_state_dict(saved | {"masks": blocked})


OF_TOKENS = ("feed-forward", "norm", "block")
NAMED = [name for name in LAYERS if name != "cross"] + ["fused", "latent", *OF_TOKENS]


@pytest.mark.parametrize("name", NAMED)
def test_tokens_of_another_width_are_refused(name: str):
    axes = "d_model" if name in OF_TOKENS else "num_tokens, d_in"
    for shape in ((TOKENS, 1), (TOKENS, 11), (D_IN,)):
        if len(shape) == 2 or name not in OF_TOKENS:
            with refusal(f"x must have shape (..., {axes}=7). Got {shape}."):
                made(name)(random(*shape))


@pytest.mark.parametrize("name", [*CAUSAL, "fused", "latent"])
def test_a_sequence_may_be_as_long_as_the_context_and_no_longer(name: str):
    layer = made(name)
    layer(random(LONGEST, D_IN))
    with refusal("x must have at most context_length=13 tokens. Got 14."):
        layer(random(LONGEST + 1, D_IN))


def a_block(rate: float) -> nn.Module:
    return TransformerBlock(D_IN, attention(), FeedForward(D_IN, 11), rate)


PARTS = [nn.Identity()] * 3
RATES: dict[str, Callable[[float], nn.Module]] = {
    **{name: lambda rate, make=LAYERS[name]: make(False, rate) for name in CAUSAL},
    "cross": lambda rate: CrossAttention(D_IN, D_OUT, rate, HEADS),
    "fused": lambda rate: FusedMultiHeadAttention(D_IN, D_OUT, LONGEST, rate, HEADS),
    "latent": lambda rate: LatentAttention(D_IN, 19, LONGEST, rate, HEADS, 11, 17, 4),
    "block": a_block,
    "decoder block": lambda rate: DecoderBlock(
        D_IN, *[nn.Identity()] * 3, dropout=rate
    ),
}


@pytest.mark.parametrize("name", RATES)
def test_a_rate_of_dropout_outside_0_to_1_is_refused(name: str):
    for rate in (1.0, -0.1):
        with refusal(f"dropout must be in [0, 1). Got {rate}."):
            RATES[name](rate)


HEADED = [MultiHeadAttention, FusedMultiHeadAttention, CrossAttention]


@pytest.mark.parametrize("make", HEADED)
def test_heads_that_do_not_divide_the_width_are_refused(make):
    length = () if make is CrossAttention else (11,)
    for num_heads in (0, -3, 2):
        with refusal(f"d_out must be divisible by num_heads={num_heads}. Got 21."):
            make(5, 21, *length, 0.0, num_heads)


def test_a_mask_given_to_side_by_side_heads_is_refused_and_not_lost():
    layer = made("wrapper")
    with pytest.raises(AttributeError, match="'mask'"):
        layer.mask = torch.ones(LONGEST, LONGEST).bool()
    assert torch.equal(layer.mask, causal_mask(LONGEST))
    with refusal("num_heads must be at least 1. Got 0."):
        MultiHeadAttentionWrapper(5, 7, 11, 0.0, 0)


def test_without_a_mask_the_fused_call_gives_the_same():
    layer, x = made("V2"), random(BATCH, TOKENS, D_IN)
    projected = (linear(layer, f"W_{name}", x) for name in ("query", "key", "value"))
    torch.testing.assert_close(layer(x), F.scaled_dot_product_attention(*projected))
