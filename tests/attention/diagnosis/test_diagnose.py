"""A diagnosis names the mistake of each broken layer, and finds none in right ones."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

import attention as a
from attention.diagnosis.__main__ import main
from attention.diagnosis.catalogue import CATALOGUE, MISTAKES, SITE
from tests.attention.diagnosis.right import BEYOND, RIGHT
from tests.attention.diagnosis.styles import Twin, built, twins
from tests.attention.layers.made import LAYERS, OTHERS

DOCS = Path(__file__).parents[3] / "docs"
TWINS = list(twins())
WRONG = [t for t in TWINS if t.keys != ("ok",)]
FIRST = {t.keys: t for t in reversed(WRONG)}  # the first twin of each mistake


def told(code: Any, **hints: Any) -> set[str]:
    """The keys of all that a diagnosis finds."""
    return {f.mistake.key for f in a.diagnose(code, **hints).findings}


def named(twin: Twin) -> str:
    return f"{twin.style}: {' and '.join(twin.keys)}"


@pytest.mark.slow
@pytest.mark.parametrize("twin", FIRST.values(), ids=named)
def test_each_mistake_is_named_in_a_broken_layer(twin: Twin):
    assert_named(twin)


@pytest.mark.nightly
@pytest.mark.parametrize("twin", WRONG, ids=named)
def test_each_mistake_is_named_in_every_style(twin: Twin):
    assert_named(twin)


def assert_named(twin: Twin) -> None:
    report = a.diagnose(built(twin.source))
    found = {f.mistake.key: f for f in report.findings}
    assert set(twin.keys) <= found.keys(), report
    assert report.ok == all(CATALOGUE[key].note for key in twin.keys), report


def test_each_mistake_has_a_broken_twin():
    broken = {key for twin in TWINS for key in twin.keys}
    assert MISTAKES.keys() - broken == set()


LAYERS_OF_OURS = {
    f"{name}, bias and dropout" if full else name: (
        lambda m=make, f=full: m(f, f * 0.3)
    )
    for name, make in LAYERS.items()
    for full in (False, True)
} | OTHERS
TORCH: dict[str, Callable[[], Any]] = {
    "MultiheadAttention": lambda: nn.MultiheadAttention(24, 4),
    "batch first": lambda: nn.MultiheadAttention(24, 4, 0.1, batch_first=True),
    "other widths": lambda: nn.MultiheadAttention(24, 4, kdim=10, vdim=12),
    "a bias of keys": lambda: nn.MultiheadAttention(24, 4, add_bias_kv=True),
    "encoder": lambda: nn.TransformerEncoderLayer(24, 4, 32, batch_first=True),
    "norm first": lambda: nn.TransformerEncoderLayer(24, 4, 32, norm_first=True),
    "decoder": lambda: nn.TransformerDecoderLayer(24, 4, 32, batch_first=True),
    "fused call": lambda: F.scaled_dot_product_attention,
    "causal": lambda: (
        lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True)
    ),
}
STYLES = {
    f"style {t.style}": (lambda s=t.source: built(s))
    for t in TWINS
    if t.keys == ("ok",)
}
ALL = LAYERS_OF_OURS | TORCH | STYLES | {"GPT": lambda: a.GPT(50, 16, 24, 2, 4, 0.1)}
ALL |= {f"own {name}": (lambda s=source: built(s)) for name, source in RIGHT.items()}


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_no_mistake_is_found_in_a_right_layer(name: str):
    report = a.diagnose(ALL[name]())
    assert not report.mistakes, report


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_layer_in_a_style_of_its_own_is_recognised(name: str):
    report = a.diagnose(built(RIGHT[name]))
    assert report.recognised == (name not in BEYOND), report


@pytest.mark.parametrize("key", CATALOGUE)
def test_each_link_leads_to_a_section(key: str):
    mistake = CATALOGUE[key]
    path, _, anchor = mistake.page.partition("#")
    text = (DOCS / path).read_text("utf-8")
    anchors = set(re.findall(r"\{#([\w-]+)\}", text))
    for title in re.findall(r"^#+ (.*?)(?: \{#.*)?$", text, re.M):
        anchors.add(re.sub(r"[^\w\s-]", "", title.lower()).strip().replace(" ", "-"))
    assert not anchor or anchor in anchors
    assert mistake.link.startswith(SITE)
    assert ".md" not in mistake.link


class Odd(nn.Module):
    """A layer that prints, draws and counts its calls."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv, self.calls = nn.Linear(24, 72), 0

    def forward(self, x: Tensor) -> Tensor:
        print("called", torch.rand(2))
        self.calls += 1
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        return F.scaled_dot_product_attention(q, k, v)


def test_nothing_of_the_readers_is_changed_and_nothing_printed(
    capsys: pytest.CaptureFixture[str],
):
    layer = Odd().bfloat16().train()
    before = {k: v.clone() for k, v in layer.state_dict().items()}
    state = torch.get_rng_state()
    report = a.diagnose(layer)
    assert (report.ok, report.recognised) == (True, True)
    assert capsys.readouterr() == ("", "")
    assert (layer.calls, layer.training) == (0, True)
    assert all(torch.equal(v, before[k]) for k, v in layer.state_dict().items())
    assert layer.qkv.weight.dtype == torch.bfloat16
    assert torch.equal(torch.get_rng_state(), state)
    assert torch.get_default_dtype() == torch.float32


def test_a_function_that_reaches_a_layer_leaves_it_as_it_is():
    layer = nn.MultiheadAttention(24, 4, batch_first=True)
    before = layer.in_proj_weight.detach().clone()
    assert a.diagnose(lambda x: layer(x, x, x)[0]).recognised
    assert torch.equal(layer.in_proj_weight, before)


@pytest.mark.parametrize("key", ["order=kqv", "residual=x", "split=last", "turn=back"])
def test_a_convention_is_told_and_is_no_mistake(key: str):
    report = a.diagnose(built(FIRST[key,].source))
    assert report.ok, report
    assert [f.level for f in report.findings if f.mistake.key == key] == ["note"]


@pytest.mark.parametrize(
    "layer", [nn.LazyLinear(72), nn.Linear(3, 3, device="meta")], ids=["lazy", "meta"]
)
def test_what_has_no_numbers_is_not_diagnosed(layer: nn.Module):
    report = a.diagnose(layer)
    assert (report.called, report.mistakes, len(report.unknown)) == (False, [], 1)


def test_what_cannot_be_called_is_not_diagnosed():
    def raises(x: Tensor) -> Tensor:
        raise RuntimeError("no")

    report = a.diagnose(raises)
    assert (report.called, report.ok, report.mistakes) == (False, False, [])
    with pytest.raises(AssertionError, match="not diagnosed"):
        report.require()


def test_the_report_says_what_is_wrong_where_and_why():
    source = next(t.source for t in TWINS if t.keys == ("merge=view",))
    report = a.diagnose(built(source))
    text, page = str(report), "mistakes/shapes/#heads-merged-without-transpose"
    assert "CausalAttention: 1 mistake found" in text
    assert "MISTAKE Heads merged without transpose" in text
    assert "line 29: context = context.reshape(b, n, self.d_out)" in text
    assert f'<a href="{SITE}{page}">' in report._repr_html_()
    with pytest.raises(AssertionError, match="Heads merged without transpose"):
        report.require()


def test_with_one_head_other_mistakes_give_the_same_numbers():
    source = next(t.source for t in TWINS if t.keys == ("scale=d_model",))
    assert a.diagnose(built(source)).ties == ["Divided by the root of d_in"]
    one = source.replace("24, 24, 16, 0.1, 4)", "24, 24, 16, 0.1, 1)")
    assert a.diagnose(built(one)).ok  # the root of d_model is that of d_k


def test_the_command_says_by_its_exit_code_what_was_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    head = "import torch, torch.nn.functional as F\nfrom torch import nn\n"
    texts = {t.keys: t.source for t in TWINS if t.style == "book"}
    for keys, code in ((("ok",), 0), (("merge=view",), 1)):
        file = tmp_path / f"layer_{code}.py"
        file.write_text(head + texts[keys])
        assert main([f"{file}:CausalAttention(24, 24, 16, 0.1, 4)"]) == code
    assert main([f"{tmp_path}/missing.py:Nothing()"]) == 2
    assert "Heads merged without transpose" in capsys.readouterr().out
