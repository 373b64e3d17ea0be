# ruff: noqa: E501
"""Each property that the catalogue names is found broken in a layer that breaks it.

A row is a key, what the constructor makes, what forward takes, and its lines; pieces
with @ are those of the right layers.
"""

from functools import partial

import pytest
import torch

from attention import diagnose
from attention.diagnosis.catalogue import PROPERTIES
from tests.attention.diagnosis.right import rows
from tests.attention.diagnosis.styles import built, twins

BROKEN = """
batch | @FOUR | x | x = x.transpose(0, 1).reshape(b, n, d) ;; @SPLIT ;; @SOFT ;; return self.o(@JOINED)
tokens-first | self.inner = nn.MultiheadAttention(24, 4) | x | return self.inner(x, x, x)[0]
one-text | @FOUR | query | return self.o((self.q(query) @ self.k(query).T / 24**0.5).softmax(-1) @ self.v(query))
alone | @FOUR | x | t, b, n, x = n, b * n, 1, x.reshape(-1, 1, d) ;; @SPLIT ;; @SOFT ;; return self.o(@JOINED).reshape(-1, t, d)
nan | @FOUR | x | @SPLIT ;; w = (q @ k.mT / 6**0.5).softmax(-1) ** 2 ;; return self.o(@JOINED).where(torch.arange(n, device=x.device)[:, None] > 0, torch.nan)
average | @FOUR | x | @SPLIT ;; w = (q @ k.mT / 6**0.5).softmax(-1) ** 2 ;; return self.o(@JOINED)
state | @FOUR ;; self.calls = 0 | x | @SPLIT ;; @SOFT ;; self.calls += 1 ;; return self.o(@JOINED) * self.calls
gradient | @FOUR ;; self.more = nn.Linear(3, 3) | x | @SPLIT ;; @SOFT ;; return self.o(@JOINED)
shared | @FOUR ;; self.more = nn.ModuleList([nn.Linear(24, 24)] * 2) | x | @SPLIT ;; @SOFT ;; return self.o(@JOINED)
equal | @FOUR ;; self.k.load_state_dict(self.q.state_dict()) | x | @SPLIT ;; @SOFT ;; return self.o(@JOINED)
device | @FOUR ;; self.later = torch.ones(64, 64).triu(1).bool() | x | @SPLIT ;; w = (q @ k.mT / 6**0.5).masked_fill(self.later[:n, :n], -torch.inf).softmax(-1) ;; return self.o(@JOINED)
made | @FOUR | x | @SPLIT ;; w = (q @ k.mT / 6**0.5).masked_fill(torch.ones(n, n).triu(1).bool(), -torch.inf).softmax(-1) ;; return self.o(@JOINED)
dtype | @FOUR | x | @SPLIT ;; w = (q @ k.mT / 6**0.5).softmax(-1) @ torch.eye(n, dtype=torch.float32, device=x.device) ;; return self.o(@JOINED)
half | @FOUR | x | @SPLIT ;; w = (q @ k.mT / 6**0.5).masked_fill(torch.ones(n, n, device=x.device).triu(1).bool(), -1e9).softmax(-1) ;; return self.o(@JOINED)
length | @FOUR ;; self.register_buffer("later", torch.ones(12, 12).triu(1).bool()) | x | @SPLIT ;; w = (q @ k.mT / 6**0.5).masked_fill(self.later, -torch.inf).softmax(-1) ;; return self.o(@JOINED)
mask=order | @FOUR | x, mask | @SPLIT ;; hidden = mask.repeat(4, 1, 1).view(b, 4, n, n) ;; w = (q @ k.mT / 6**0.5).masked_fill(hidden, -1e9).softmax(-1) ;; return self.o(@JOINED)
mask=not-bool | @FOUR | x, mask=None | # mask: integers, 1 = a token ;; @SPLIT ;; @SCORES ;; w = (s if mask is None else s.masked_fill((~mask).bool()[:, None, None], -1e9)).softmax(-1) ;; return self.o(@JOINED)
joined | @FOUR | x, pad | @SPLIT ;; hidden = torch.ones(n, n, device=x.device).triu(1).bool() & pad[:, None, None] ;; w = (q @ k.mT / 6**0.5).masked_fill(hidden, -1e9).softmax(-1) ;; return self.o(@JOINED)
pad | @FOUR | x, pad=None | @SPLIT ;; @SCORES ;; w = (s if pad is None else s.masked_fill(pad[:, None, :, None], -1e9)).softmax(-1) ;; return self.o(@JOINED)
padded | @FOUR | x, pad=None | @SPLIT ;; @SCORES ;; w = (s if pad is None else s.masked_fill(pad[:, None, None], -1e9)).softmax(-1) ;; return self.o(@JOINED).mean(1)
tiles | @FOUR | x, block=64 | @SPLIT ;; parts = [(q @ c.mT / 6**0.5, u) for c, u in zip(k.split(block, 2), v.split(block, 2))] ;; made = [((s - s.amax(-1, keepdim=True)).exp(), u) for s, u in parts] ;; y = sum(e @ u for e, u in made) / sum(e.sum(-1, keepdim=True) for e, _ in made) ;; return self.o(y.transpose(1, 2).reshape(b, n, d))
pad-name | @FOUR | tokens, keep=None | "keep: (texts, tokens), True where a token is real" ;; x, (b, n, d) = tokens, tokens.shape ;; @SPLIT ;; @SCORES ;; w = (s if keep is None else s.masked_fill(keep[:, None, None], -1e9)).softmax(-1) ;; return self.o(@JOINED)
unread | @FOUR | x, context=None | @SPLIT ;; @SOFT ;; return self.o(@JOINED)
no-turn | @FOUR ;; self.register_buffer("freqs", torch.ones(3)) | x | @SPLIT ;; @SOFT ;; return self.o(@JOINED)
cross | @FOUR | x, context | q, k, v = (t.unflatten(-1, (4, 6)).transpose(1, 2) for t in (self.q(x), self.k(context), self.v(context))) ;; return self.o(F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(b, n, d))
"""
MODEL = """
class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(24, 24) for _ in range(3))

    def forward(self, x):
        return F.scaled_dot_product_attention(self.q(x), self.k(x), self.v(x))

class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.heads = nn.LayerNorm(24), Heads()

    def forward(self, x):
        return x + self.heads(self.norm(x))

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.table, self.places = nn.Embedding(30, 24), nn.Embedding(30, 24)
        self.block, self.out = Block(), nn.Linear(24, 30, bias=False)

    def forward(self, ids):
        x = self.table(ids) + self.places.weight[: ids.shape[1]]
        return self.out(self.block(x))

made = Model()
"""
CACHE = """
def turn(x, start):
    angles = torch.arange(start, start + x.shape[2], dtype=x.dtype)[:, None] * 10000.0 ** (-torch.arange(3) / 3)
    a, b = x.chunk(2, -1)
    return torch.cat([a * angles.cos() - b * angles.sin(), b * angles.cos() + a * angles.sin()], -1)

class Cached(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(24, 24) for _ in range(3))

    def forward(self, x, cache=None):
        b, n, d = x.shape
        q, k, v = (t.view(b, n, 4, 6).transpose(1, 2) for t in (self.q(x), self.k(x), self.v(x)))
        start = 0 if cache is None else cache[0].shape[2]
        q, k = turn(q, start), turn(k, start)
        if cache is not None:
            k, v = torch.cat([cache[0], k], dim=2), torch.cat([cache[1], v], dim=2)
        m = k.shape[2]
        allow = torch.ones(n, m, dtype=torch.bool).tril(m - n)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=allow)
        return y.transpose(1, 2).reshape(b, n, d), (k, v)

made = Cached()
"""
CHANGES = {
    "cache=is_causal": (CACHE, "tril(m - n)", "tril()"),
    "cache=open": (CACHE, "tril(m - n)", "tril(m - n if m == n else m)"),
    "cache=forgets": (CACHE, "(k, v)\n\nmade", "(k[:, :, -n:], v[:, :, -n:])\n\nmade"),
    "cache=positions": (
        CACHE,
        "turn(q, start), turn(k, start)",
        "turn(q, 0), turn(k, 0)",
    ),
    "cache=again": (
        CACHE,
        "torch.cat([cache[0], k]",
        "torch.cat([turn(cache[0], 0), k]",
    ),
    "cache=order": (
        CACHE,
        "torch.cat([cache[0], k], dim=2), torch.cat([cache[1], v]",
        "torch.cat([k, cache[0]], dim=2), torch.cat([v, cache[1]]",
    ),
    "cache=values": (CACHE, "torch.cat([cache[1], v]", "torch.cat([v, cache[1]]"),
    "cache": (CACHE, "(k, v)\n\nmade", "(k, 2 * v)\n\nmade"),
    "order": (MODEL, " + self.places.weight[: ids.shape[1]]", ""),
    "softmaxed": (
        MODEL,
        "self.out(self.block(x))",
        "self.out(self.block(x)).softmax(-1)",
    ),
}
SOURCES = rows(BROKEN) | {
    k: s.replace(old, new) for k, (s, old, new) in CHANGES.items()
}
BLOCK = {t.keys[0]: t.source for t in twins() if t.style == "block"}
ELSEWHERE = {key for twin in twins() for key in twin.keys}


@pytest.mark.parametrize("key", sorted(PROPERTIES))
def test_each_property_can_be_found(key: str) -> None:
    assert (key in SOURCES) != (key in ELSEWHERE)
    if key in SOURCES:
        report = diagnose(built(SOURCES[key]))
        assert key in {f.mistake.key for f in report.findings}, report


@pytest.mark.parametrize("source", [CACHE, MODEL], ids=["cache", "model"])
def test_what_is_broken_is_right_before(source: str) -> None:
    report = diagnose(built(source))
    assert report.ok, report
    assert report.recognised, report


# What does not show in numbers that are followed, right or wrong, ends as "cannot tell".
BEYOND = """
lengths | @FOUR | x, lengths | @SPLIT ;; hidden = torch.arange(n, device=x.device) > lengths[:, None] ;; w = (q @ k.mT / 6**0.5).masked_fill(hidden[:, None, None], -1e9).softmax(-1) ;; return self.o(@JOINED)
zeros for a mask | @FOUR | x, context, real_mask=None | context = context if real_mask is None else context * real_mask[..., None] ;; q, k, v = (t.unflatten(-1, (4, 6)).transpose(1, 2) for t in (self.q(x), self.k(context), self.v(context))) ;; @SOFT ;; return self.o(@JOINED)
a cache in a class | @FOUR | x, use_cache=False | @SPLIT ;; @SOFT ;; return self.o(@JOINED)
"""
RESIDUAL = MODEL.replace("return x + self", "return self")


@pytest.mark.parametrize("name", [*rows(BEYOND), "residual"])
def test_what_cannot_be_told_is_said(name: str) -> None:
    report = diagnose(built((rows(BEYOND) | {"residual": RESIDUAL})[name]))
    assert not report.mistakes, report
    assert report.unknown, report


@pytest.mark.parametrize(
    "buffer", [None, torch.randn(16, 16), torch.ones(16, 16).tril()]
)
def test_a_name_and_a_buffer_are_no_mistake(buffer: torch.Tensor | None) -> None:
    code = built(
        rows("CausalLayer | @FOUR | x | @SPLIT ;; @SOFT ;; return self.o(@JOINED)")[
            "CausalLayer"
        ]
    )
    type(code).__name__ = "CausalAttention" if buffer is None else "Attention"
    code.register_buffer("rel_bias", buffer)
    report = diagnose(code)
    assert report.ok, report
    assert "future" in diagnose(code, causal=True).names
    type(code).__name__ = "CausalAttention"  # both say so
    triangular = buffer is not None and buffer.equal(buffer.tril())
    assert diagnose(code).names == ["future"] * triangular


def test_with_a_bias_of_places_the_scale_may_be_in_the_weights() -> None:
    learned = "as in T5 | @FOUR ;; self.table = nn.Embedding(64, 4) | x | @SPLIT ;; i = torch.arange(n, device=x.device) ;; w = (q @ k.mT + self.table(i - i[:, None] + 32).movedim(-1, 0)).softmax(-1) ;; return self.o(@JOINED)"
    report = diagnose(built(rows(learned)["as in T5"]))
    assert report.ok, report
    assert [f.mistake.key for f in report.findings] == ["scale=one"]


@pytest.mark.parametrize("key", ["cache=is_causal", "cache=forgets", ""])
def test_a_cache_is_one_by_any_name(key: str) -> None:
    source = SOURCES.get(key, CACHE).replace("cache", "state")
    assert diagnose(built(source)).names == [key] * bool(key)


def test_a_cache_may_be_kept_inside() -> None:
    kept = "x | @FOUR ;; self.register_buffer('past', torch.zeros(2, 4, 64, 24)) | x, start_pos=0 | m = start_pos + n ;; self.past[:, :b, start_pos:m] = torch.stack([self.k(x), self.v(x)]).detach() ;; q = self.q(x).view(b, n, 4, 6).transpose(1, 2) ;; k, v = (t.view(b, m, 4, 6).transpose(1, 2) for t in self.past[:, :b, :m]) ;; allow = torch.ones(n, m, dtype=torch.bool).tril(start_pos) ;; return self.o(F.scaled_dot_product_attention(q, k, v, allow).transpose(1, 2).reshape(b, n, d))"
    report = diagnose(built(rows(kept)["x"]))
    assert report.ok, report
    assert "cache equals whole" in report.passed
    wrong = kept.replace("tril(start_pos)", "tril()")
    assert diagnose(built(rows(wrong)["x"])).names == ["cache=is_causal"]
    only_places = kept.replace("self.past[:, :b, start_pos:m] =", "kept =")
    only_places = only_places.replace("self.past[:, :b, :m]", "kept")
    only_places = only_places.replace("m = start_pos + n", "m = n + 0 * start_pos")
    report = diagnose(built(rows(only_places)["x"]))
    assert report.ok, report
    assert "cache" not in str(report)


@pytest.mark.parametrize("key", ["", "cache=positions", "cache=is_causal"])
def test_a_cache_may_be_kept_by_a_flag(key: str) -> None:
    source = SOURCES.get(key, CACHE)
    for old, new in (
        ("range(3))", "range(3)); self.kept = None"),
        ("cache=None):", "use_cache=False):¶cache = self.kept if use_cache else None"),
        ("return y", "self.kept = (k, v) if use_cache else None¶return y"),
        (", (k, v)\n\n", "\n\n    def reset_cache(self):¶self.kept = None\n\n"),
    ):
        source = source.replace(old, new.replace("¶", "\n        "))
    report = diagnose(built(source))
    assert report.names == [key] * bool(key), report
    assert ("cache equals whole" in report.passed) == (not key)


@pytest.mark.parametrize("key", ["", "cache=is_causal"])
def test_a_cache_may_be_an_object_of_the_readers(key: str) -> None:
    source = "class Kept:\n    k = v = None\n" + SOURCES.get(key, CACHE)
    for old, new in (
        ("cache=None)", "cache: Kept = None)"),
        (
            "if cache is None else cache[0]",
            "if cache is None or cache.k is None else cache.k",
        ),
        ("if cache is not None:", "if cache is not None and cache.k is not None:"),
        ("cache[0]", "cache.k"),
        ("cache[1]", "cache.v"),
        (
            "        m = k.shape[2]",
            "        if cache is not None:\n            cache.k, cache.v = k, v\n        m = k.shape[2]",
        ),
        ("reshape(b, n, d), (k, v)", "reshape(b, n, d)"),
    ):
        source = source.replace(old, new)
    report = diagnose(built(source))
    assert report.names == [key] * bool(key), report
    assert ("cache equals whole" in report.passed) == (not key)


@pytest.mark.parametrize("both", [False, True])
def test_a_part_that_other_layers_use_may_be_spare(both: bool) -> None:
    source = BLOCK["ok"].replace(
        "self.norm2, self.ffn", "self.spare, self.norm2, self.ffn"
    )
    source = source.replace(
        "= LayerNorm(d), nn.Seq", "= LayerNorm(d), LayerNorm(d), nn.Seq"
    )
    use = "" if both else "if hasattr(self, 'first'): x = self.spare(x)\n        "
    source = source.replace("x = x + self.ffn", f"{use}x = x + self.ffn")
    report = diagnose(built(source + "made.blocks[0].first = True\n"))
    assert report.names == ["gradient"] * both, report


def test_models_of_two_sequences_are_read() -> None:
    makes = "self.a, self.b = nn.Embedding(30, 24), nn.Embedding(40, 24) ;; self.t = nn.Transformer(24, 4, 1, 1, 32, batch_first=True) ;; self.q = nn.Linear(20, 24)"
    makes += " ;; self.places = nn.Parameter(torch.randn(16, 24))"
    lines = "n = captions.shape[1] ;; later = torch.ones(n, n).triu(1).bool().to(captions.device) ;; return self.t(SEEN, self.b(captions) + self.places[:n], tgt_mask=later)"
    for name, seen in (("ids", "self.a(ids)"), ("features", "self.q(features)")):
        made = f"{name} | {makes} | {name}, captions | {lines.replace('SEEN', seen)}"
        report = diagnose(built(rows(made)[name]))
        assert report.recognised, report
        assert {"causal", "no mask"} <= {*report.facts}
        assert report.names in ([], ["gradient"])  # there is a spare table or matrix


def test_ids_of_several_fields_may_share_a_table() -> None:
    made = "x | self.table, self.out = nn.Embedding(40, 24), nn.Linear(96, 1) ;; self.register_buffer('first', torch.arange(4) * 10) ;; self.inner = nn.MultiheadAttention(24, 4, batch_first=True) | ids | x = self.table(ids + self.first) ;; return self.out(self.inner(x, x, x)[0].flatten(1)).squeeze(1)"
    report = diagnose(built(rows(made)["x"]))
    assert report.ok, report
    assert report.recognised


def test_a_triangle_that_hides_nothing_is_a_mask_that_is_not_used() -> None:
    made = "x | @FOUR | x | mask = torch.ones(n, n).tril() ;; @SPLIT ;; @SOFT ;; return self.o(@JOINED)"
    report = diagnose(built(rows(made)["x"]))
    assert report.names == ["mask=unused"], report
    assert "mask = torch.ones(n, n).tril()" in str(report)
    own = "x | @FOUR | x | mask = torch.ones(n, n).tril().bool() ;; @SPLIT ;; w = F.softmax((q @ k.mT / 6**0.5).masked_fill(~mask, -torch.inf), -1) ;; return self.o(@JOINED)"
    assert diagnose(built(rows(own)["x"])).ok


@pytest.mark.parametrize("shared", [False, True])
def test_mistakes_of_an_unusual_layer_are_in_doubt(shared: bool) -> None:
    k = "q" if shared else "self.k(x).view(b, n, 4, 6).transpose(1, 2)"
    wrong = f"x | @FOUR | x | later = torch.ones(n, n).triu(2).bool() ;; q, v = (t(x).view(b, n, 4, 6).transpose(1, 2) for t in (self.q, self.v)) ;; k = {k} ;; w = (q @ k.mT).masked_fill(later, -torch.inf).softmax(-1).softmax(-1) ;; return self.o(@JOINED)"
    if shared:  # no matrix is left unused, so that this may be meant
        wrong = wrong.replace("@FOUR", "@FOUR ;; del self.k")
    report = diagnose(built(rows(wrong)["x"]))
    found = {f.mistake.key: f.level for f in report.findings if "=" in f.mistake.key}
    assert found == dict.fromkeys(
        ("scale=one", "mask=next", "softmax=twice"), "note" if shared else "MISTAKE"
    )


def test_dropout_in_evaluation_is_named_with_its_line() -> None:
    drops = "x | @FOUR | x | @SPLIT ;; return self.o(F.scaled_dot_product_attention(q, k, v, dropout_p=0.1).transpose(1, 2).reshape(b, n, d))"
    report = diagnose(built(rows(drops)["x"]))
    assert [(f.mistake.key, f.level) for f in report.findings] == [("again", "MISTAKE")]
    assert "dropout_p" in report.findings[0].line


def test_a_table_of_positions_that_is_not_added_is_a_mistake() -> None:
    assert diagnose(built(SOURCES["order"])).names == ["gradient", "order"]


def test_matrices_may_be_given_by_partial() -> None:
    def attend(made: dict[str, torch.Tensor], x: torch.Tensor) -> torch.Tensor:
        q, k, v = (x @ made[c] for c in "qkv")
        return (q @ k.mT / x.shape[1] ** 0.5).softmax(-1) @ v

    code = partial(attend, {c: torch.randn(8, 8) for c in "qkv"})
    assert diagnose(code, 1).names == ["scale=length"]


FEED = "x + self.ffn(self.norm2(x))"


@pytest.mark.parametrize(
    "key", ["ok", "norm=tokens", *(k for k in BLOCK if k.startswith("residual"))]
)
def test_what_is_around_attention_is_judged_in_a_block_alone(key: str) -> None:
    one = BLOCK[key].replace("Model(50, 32, 24, 4, 2)", "Block(24, 4)")
    assert diagnose(built(one)).names == [key] * (key != "ok")


def test_a_feed_forward_network_takes_the_place_of_the_stream() -> None:
    report = diagnose(built(BLOCK["ok"].replace(FEED, FEED[4:])))
    assert report.names == ["residual=none"], report
    assert "x = self.ffn(self.norm2(x))" in report.findings[0].line


def test_a_norm_over_tokens_may_be_meant_where_all_tokens_are_seen() -> None:
    series = "x | @FOUR | x | mean, std = x.mean(1, keepdim=True), x.std(1, keepdim=True) ;; x = (x - mean) / std ;; @SPLIT ;; @SOFT ;; return self.o(@JOINED) * std + mean"
    report = diagnose(built(rows(series)["x"]))
    found = [(f.mistake.key, f.level) for f in report.findings]
    assert found == [("norm=tokens", "note")]
    own = "x | @FOUR | x | q, k, v = (t(x) for t in (self.q, self.k, self.v)) ;; q = q / q.norm(dim=1, keepdim=True) ;; return self.o((q @ k.mT).softmax(-1) @ v)"
    keys = {f.mistake.key for f in diagnose(built(rows(own)["x"])).findings}
    assert "norm=tokens" not in keys  # queries are judged with the scores


@pytest.mark.parametrize("back", ["", "c = torch.from_numpy(c.numpy()) ;; "])
def test_a_layer_is_unused_if_no_result_depends_on_its_matrices(back: str) -> None:
    two = f"x | @BLOCK ;; self.c = nn.MultiheadAttention(24, 4, batch_first=True) | x | c = self.c(x, x, x)[0] ;; {back}@ATTEND ;; x = x + h {'+ c' * bool(back)} ;; return x + self.ffn(self.n2(x))"
    report = diagnose(built(rows(two)["x"]))
    assert report.names == ["unused=layer"] * (not back), report
