"""What is behind the general sentences of docs/mistakes/diagnose.md."""

import sys
from pathlib import Path

import pytest
import torch
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention

from attention import (
    GPT,
    AdditiveAttention,
    LinearAttention,
    MultiHeadAttention,
    TransformerBlock,
    diagnose,
)
from attention.diagnosis.__main__ import main
from attention.diagnosis.catalogue import CATALOGUE
from tests.attention.diagnosis.styles import Twin, built, twins
from tests.facts.draw import draw
from tests.facts.says import says

FILE = """
import torch
from torch import nn

class MyAttention(nn.Module):
    def __init__(self, width, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.qkv = nn.Linear(width, 3 * width)
        self.divisor = (width // num_heads) ** 0.5

    def forward(self, x):
        q, k, v = self.qkv(x).unflatten(-1, (3, self.num_heads, -1)).permute(2, 0, 3, 1, 4)
        weights = (q @ k.mT / self.divisor).softmax(dim=-1)
        return (weights @ v).transpose(1, 2).flatten(2)

def wrong():
    layer = MyAttention(8, 2)
    layer.divisor = 1.0
    return layer
"""


@pytest.mark.parametrize(
    ("code", "status"),
    [("MyAttention(8, 2)", 0), ("wrong()", 1), ("MyAttention(8)", 2), ("str", 2)],
)
def test_the_exit_code_says_what_was_found(
    code: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    says(
        "mistakes/diagnose",
        "The file is run, and what follows the colon is evaluated in it.",
        "The exit code is 0 if no mistake was found, 1 if one was, and 2 if the code could not be loaded or called.",
        "`--num-heads 5` and `--causal` give the two hints.",
    )
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "my_layer.py").write_text(FILE, "utf-8")
    assert main([f"{tmp_path}/my_layer.py:{code}"]) == status
    hints = ["--num-heads", "2", "--causal"]  # it has no mask, so it is wrong then
    assert main([f"{tmp_path}/my_layer.py:{code}", *hints]) == max(status, 1)


class Layer(nn.Module):
    """Right attention with five heads of two, of which nothing tells the number."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv, self.out = nn.Linear(10, 30), nn.Linear(10, 10)

    def weights(self, q: Tensor, k: Tensor) -> Tensor:
        return (q @ k.mT / 2**0.5).softmax(dim=-1)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.qkv(x).unflatten(-1, (3, 5, 2)).permute(2, 0, 3, 1, 4)
        return self.out((self.weights(q, k) @ v).transpose(1, 2).flatten(2))


class Asks(nn.Module):
    """Attention that is told by the caller how many heads it has."""

    def __init__(self, num_heads: int | None = None) -> None:
        super().__init__()
        self.qkv, self.num_heads = nn.Linear(10, 30), num_heads

    def forward(self, x: Tensor, num_heads: int) -> Tensor:
        parts = (t.split(10 // num_heads, dim=-1) for t in self.qkv(x).chunk(3, -1))
        scale = (10 // num_heads) ** 0.5 * (10 % num_heads == 0)  # not for 4 heads
        heads = zip(*parts, strict=True)
        return torch.cat([(q @ k.mT / scale).softmax(-1) @ v for q, k, v in heads], -1)


class CausalLayer(Layer):
    """A layer whose name says what it does not do."""


@pytest.mark.slow
def test_what_is_not_recognised_is_not_called_wrong() -> None:
    says(
        "mistakes/diagnose",
        "`ok` is also true for code that was not recognised, which the report's first line says.",
        "Additive attention is not recognised, and it says so.",
        "Linear attention may be taken for a softmax that is missing.",
    )
    for code in (LinearAttention(24, 24, 4), AdditiveAttention(24, 24, 8)):
        report = diagnose(code)
        assert (report.ok, report.recognised) == (True, False)
        assert report.unknown
        assert "not recognised" in str(report).splitlines()[0]

    def positive(queries: Tensor, keys: Tensor, values: Tensor) -> Tensor:
        shares = (nn.functional.elu(queries) + 1) @ (nn.functional.elu(keys) + 1).mT
        return shares / shares.sum(-1, keepdim=True) @ values

    assert "softmax=linear" in diagnose(positive).names


def test_heads_are_seen_and_asked_where_an_argument_says_them() -> None:
    says(
        "mistakes/diagnose",
        "The number of heads shows in the numbers.",
        "But if your code takes it as an argument without a default, `diagnose` must give one: that of an attribute such as `num_heads`, or else four.",
    )
    assert "5 heads of 2" in diagnose(Layer()).facts
    assert "5 heads of 2" in diagnose(Asks(5)).facts
    assert "5 heads of 2" in diagnose(Asks(), num_heads=5).facts
    assert not diagnose(Asks()).recognised
    assert "4 heads of 6" in diagnose(lambda x, n_head: cut(x, n_head)).facts


def cut(x: Tensor, n_head: int) -> Tensor:
    x = x.unflatten(-1, (n_head, -1)).transpose(1, 2)
    return scaled_dot_product_attention(x, x, x).transpose(1, 2).flatten(2)


def test_a_name_or_a_triangle_is_a_note_and_the_readers_word_is_not() -> None:
    says(
        "mistakes/diagnose",
        "If the class has *causal* in its name or a triangular buffer, and a token reads later ones, the report says so in a note: names are guesses, and a buffer may have another use.",
        "If both say it, or a docstring says plainly that the layer is causal, and no argument of `forward` has *causal* in its name or is a mask of tokens for tokens, it is a mistake.",
        "Said by you, it is a mistake, unless another one is found that explains it:",
    )
    triangle = Layer()
    triangle.register_buffer("mask", torch.ones(16, 16).tril())
    for layer, noted in ((Layer(), False), (CausalLayer(), True), (triangle, True)):
        report = diagnose(layer, 5)
        assert report.ok
        assert ("future" in {f.mistake.key for f in report.findings}) == noted
        assert "future" in diagnose(layer, 5, causal=True).names
    both = CausalLayer()
    both.register_buffer("mask", triangle.mask)
    assert diagnose(both, 5).names == ["future"]


class Within(nn.Module):
    """Multi-head attention. It is causal attention only with a mask."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.MultiheadAttention(24, 4, batch_first=True)

    def forward(self, x: Tensor) -> Tensor:
        return self.inner(x, x, x)[0]


class Plainly(Within):
    """Causal attention: a word reads what came before."""


class Asked(Within):
    """Causal attention: the mask comes from the caller."""

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        return self.inner(x, x, x, attn_mask=mask)[0]


class Across(Within):
    def __init__(self) -> None:
        super().__init__()
        self.inner.batch_first = False

    def forward(self, x: Tensor) -> Tensor:
        """Mix x, of the shape (batch, tokens, features)."""
        return self.inner(x, x, x)[0]


class Along(Across):
    def forward(self, x: Tensor) -> Tensor:
        """Mix x, of the shape (tokens, batch, features)."""
        return self.inner(x, x, x)[0]


@pytest.mark.parametrize(
    ("layer", "found"),
    [
        (Within, []),
        (Plainly, ["future"]),
        (Asked, []),
        (Across, ["tokens-first"]),
        (Along, []),
    ],
)
def test_what_a_docstring_says_plainly_must_hold(layer: type, found: list[str]) -> None:
    says(
        "mistakes/diagnose",
        "If both say it, or a docstring says plainly that the layer is causal, and no argument of `forward` has *causal* in its name or is a mask of tokens for tokens, it is a mistake.",
        "Likewise, attention along axis 0 is a note, unless the code says of its first argument that texts come first, as in `b, n, d = x.shape` or “x: (batch, tokens, features)”.",
    )
    assert diagnose(layer()).names == found


class Ignores(Layer):
    """A layer that takes a mask and does not use it."""

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        return super().forward(x)


class Squared(Ignores):
    """The same with weights that attention does not have."""

    def weights(self, q: Tensor, k: Tensor) -> Tensor:
        return super().weights(q, k) ** 2


def test_a_mask_that_is_ignored_is_a_mistake_of_a_known_layer() -> None:
    says(
        "mistakes/diagnose",
        "A layer that takes a mask and gives the same numbers with every mask has a mistake, also if the mask is optional: whoever passes one gets attention without it.",
        "If the layer was not recognised, this is only a note, because the mask may have been given in a wrong form; if `masked_fill` was called and nothing changed, it is a mistake, too.",
    )
    assert diagnose(Ignores(), 5).names == ["mask"]
    report = diagnose(Squared(), 5)
    assert report.ok
    assert "mask" in {f.mistake.key for f in report.findings}


def given(x: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor) -> Tensor:
    return (x @ W_q @ (x @ W_k).mT).softmax(dim=-1) @ x @ W_v


def test_what_it_does_not_look_at_it_says() -> None:
    says(
        "mistakes/diagnose",
        "It does not look at matrices that are given as arguments (but for those of a `functools.partial`).",
        "Of the sums, norms and layers around the attention, it knows only the mistakes in its catalogue.",
    )
    block = TransformerBlock(
        12, MultiHeadAttention(12, 12, 9, 0.0, 2), nn.Linear(12, 12)
    )
    for code in (given, block):
        report = diagnose(code)
        assert not report.mistakes
        assert "cannot tell" in str(report)
    assert "what else is around the attention" in str(diagnose(block))


class Padded(Layer):
    """The True of its mask of padding means that a token is real."""

    def forward(self, x: Tensor, padding_mask: Tensor | None = None) -> Tensor:
        q, k, v = self.qkv(x).unflatten(-1, (3, 5, 2)).permute(2, 0, 3, 1, 4)
        allow = None if padding_mask is None else padding_mask[:, None, None]
        out = scaled_dot_product_attention(q, k, v, allow)
        return self.out(out.transpose(1, 2).flatten(2))


def test_what_contradicts_only_a_name_is_a_note() -> None:
    says(
        "mistakes/diagnose",
        "The other contradicted only the name of an argument: since then, what contradicts only a name is a note.",
    )
    report = diagnose(Padded(), 5)
    assert report.ok
    assert "pad-name" in {f.mistake.key for f in report.findings}


class Upright(Layer):
    """Softmax over the queries, and an output projection that begins with zeros."""

    def __init__(self) -> None:
        super().__init__()
        nn.init.zeros_(self.out.weight)

    def weights(self, q: Tensor, k: Tensor) -> Tensor:
        return (q @ k.mT / 2**0.5).softmax(dim=-2)


def test_what_zeros_hide_is_found() -> None:
    says(
        "mistakes/diagnose",
        "Your parameters are replaced by random ones in the copy, because an output projection that begins with zeros would hide what comes before it.",
    )
    layer = Upright()
    assert diagnose(layer).names == ["softmax=queries"]
    assert not layer.out.weight.any()


def test_a_model_is_looked_at_once_for_equal_lines() -> None:
    says(
        "mistakes/diagnose",
        "A whole model works too, if it takes the ids of tokens and returns logits.",
        "What the same lines compute in several layers is looked at in the first of them.",
    )
    for num_layers in (1, 3):
        model = GPT(30, 16, d_model=12, num_layers=num_layers, num_heads=2)
        report = diagnose(model)
        assert report.recognised
        assert report.facts.count("2 heads of 6") == 1


class Classes(nn.Module):
    """One vector for a picture, or for a text if there is a table."""

    def __init__(self, table: bool, places: int = 0) -> None:
        super().__init__()
        self.places = nn.Parameter(torch.zeros(places, 10)) if places else 0.0
        self.first = nn.Embedding(30, 10) if table else nn.Conv2d(3, 10, 4, stride=4)
        self.inner, self.last = Layer(), nn.Linear(10, 3)

    def forward(self, x: Tensor) -> Tensor:
        x = self.first(x)
        tokens = x if x.dim() == 3 else x.flatten(2).mT
        return self.last(self.inner(tokens + self.places).mean(dim=1))


class Cut(Classes):
    """One vector for a picture that is cut without a convolution."""

    def __init__(self) -> None:
        super().__init__(False)
        self.patch, self.first = 4, nn.Linear(48, 10)

    def forward(self, x: Tensor) -> Tensor:
        x = x.unflatten(3, (-1, 4)).unflatten(2, (-1, 4)).permute(0, 2, 4, 1, 3, 5)
        return self.last(self.inner(self.first(x.flatten(3).flatten(1, 2))).mean(dim=1))


@pytest.mark.parametrize("model", [Classes(True), Classes(False), Cut()])
def test_a_classifier_can_be_called(model: Classes) -> None:
    says(
        "mistakes/diagnose",
        "So does a classifier that returns one vector for a text, or for a picture that is cut into patches by an `nn.Conv2d`, or by views if an attribute such as `patch` holds their size.",
    )
    report = diagnose(model, 5)
    assert report.ok
    assert report.recognised
    assert {"5 heads of 2", "1 row for a text"} <= {*report.facts}


def test_a_picture_may_have_eight_by_eight_patches() -> None:
    says(
        "mistakes/diagnose",
        "A model that fixes the number of patches is recognised with at most eight by eight of them: make a smaller one to diagnose.",
    )
    assert diagnose(Classes(False, 8 * 8), 5).recognised
    assert not diagnose(Classes(False, 9 * 9), 5).recognised


class Commented(Padded):
    def forward(
        self,
        x: Tensor,
        mask: Tensor | None = None,  # (texts, tokens), 1 = padding, 0 = a token
    ) -> Tensor:
        return super().forward(x, mask)


def test_a_comment_says_what_true_means() -> None:
    says(
        "mistakes/diagnose",
        "But if a docstring, or a comment beside the argument, says in common words what True or 1 means (*keep*, *attend*, *padding*, *blocked*), the report compares.",
    )
    assert diagnose(Commented(), 5).names == ["pad-name"]


def test_a_notebook_shows_links() -> None:
    says(
        "mistakes/diagnose",
        "In a notebook, let `diagnose(layer)` be the last line of a cell: the names of mistakes are then links to their sections.",
    )
    report = diagnose(
        lambda queries, keys, values: (queries @ keys.mT).softmax(-1) @ values
    )
    assert report.mistakes
    for finding in report.mistakes:
        link = f'<a href="{finding.mistake.link}">'
        assert link in report._repr_html_()


BOOK = [t for t in twins() if t.style == "book"]
PLACED = [t for t in BOOK if t.keys[0].split("=")[0] in ("split", "merge")]
PLACED = [t for t in PLACED if not CATALOGUE[t.keys[0]].note]


@pytest.mark.parametrize("heads", [1, 4])
@pytest.mark.parametrize("twin", PLACED, ids=lambda twin: twin.keys[0])
def test_with_one_head_splits_and_merges_are_right(twin: Twin, heads: int) -> None:
    says(
        "mistakes/diagnose",
        r"With one head, every mistake in splitting and merging heads disappears, and the root of `d_model` is the root of \(d_k\).",
    )
    assert len(PLACED) == 8
    right = next(t for t in BOOK if t.keys == ("ok",))
    divided = next(t for t in BOOK if t.keys == ("scale=d_model",))
    for other in (twin, divided):
        first, second = (
            built(t.source.replace(", 4)", f", {heads})")) for t in (right, other)
        )
        second.load_state_dict(first.state_dict())
        x = draw(4, 2, 7, 24).float()
        apart = (first.eval()(x) - second.eval()(x)).abs().max()
        assert (apart < 1e-6) == (heads == 1)
