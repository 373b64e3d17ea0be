# ruff: noqa: E501
"""What code says of itself, in names, docstrings and comments, must hold."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from attention import diagnose
from tests.facts.says import says

MODEL = '''
"""FILE"""
import torch
from torch import nn

class NAME(nn.Module):
    def __init__(self):
        super().__init__()
        self.e, self.p = nn.Embedding(30, 24), nn.Embedding(16, 24)
        self.blocks = nn.ModuleList(BLOCKS)
        self.o = nn.Linear(24, 30)

    def forward(self, ids):
        x = self.e(ids) + self.p.weight[: ids.shape[1]]
        for block in self.blocks:
            x = block(x)
        return RESULT
'''
WRITER = '''
import torch
from torch import nn

class Writer(nn.Module):
    """TEXT"""
    def __init__(self):
        super().__init__()
        self.e, self.o = nn.Embedding(30, 24), nn.Linear(24, 30)
        self.p = nn.Parameter(torch.randn(16, 24))
        self.t = nn.Transformer(24, 4, 1, 1, 32, 0.0, batch_first=True)

    def forward(self, source, targetARGUMENT):
        n = target.shape[1]
        mask = MASK
        a, b = (self.e(t) + self.p[: t.shape[1]] for t in (source, target))
        return self.o(self.t(a, b, tgt_mask=mask))
'''
BLOCK = '''
from torch import nn

class Block(nn.Module):
    """TEXT"""
    def __init__(self):
        super().__init__()
        self.n1, self.n2 = nn.LayerNorm(24), nn.LayerNorm(24)
        self.inner = nn.MultiheadAttention(24, 4, batch_first=True)
        self.mlp = nn.Sequential(nn.Linear(24, 48), nn.GELU(), nn.Linear(48, 24))

    def forward(self, x):
        x = self.n1(x)
        x = x + self.inner(x, x, x)[0]
        x = self.n2(x)
        return x + self.mlp(x)
'''
LAYER = "nn.TransformerEncoderLayer(24, 4, 48, 0.0, batch_first=True)"
USUAL = {
    "FILE": "",
    "NAME": "Model",
    "TEXT": "",
    "ARGUMENT": "",
    "BLOCKS": f"{LAYER} for _ in range(2)",
    "RESULT": "self.o(x)",
    "MASK": "nn.Transformer.generate_square_subsequent_mask(n, ids.device)",
}
LATER = "Trained to predict the next character."


def made(folder: Path, name: str, **said: str) -> Any:
    """Make a class of a file that says this."""
    text = {"Writer": WRITER, "Block": BLOCK}.get(name, MODEL)
    for key, value in (USUAL | {"NAME": name} | said).items():
        text = text.replace(key, value)
    path = folder / "theirs.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location("theirs", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["theirs"] = module
    spec.loader.exec_module(module)
    return getattr(module, name)()


@pytest.mark.parametrize(
    ("name", "said", "names"),
    [
        ("CharLM", LATER, ["future"]),
        ("CharLM", "", []),
        ("Tagger", LATER, []),
        ("CharLM", LATER + " Bidirectional.", []),
        ("CharLM", "It is not trained to predict the next character.", []),
    ],
)
def test_a_language_model_that_writes_must_not_read_ahead(
    tmp_path: Path, name: str, said: str, names: list[str]
) -> None:
    says(
        "mistakes/diagnose",
        "The same holds of a language model whose class, or the beginning of its file, says that it predicts the next word, and of a decoder that says so, or that its input is shifted right, if no argument is a mask of tokens for tokens.",
    )
    assert diagnose(made(tmp_path, name, FILE=said)).names == names


@pytest.mark.parametrize("mask", ["None", "torch.ones(n, n).triu(1).bool()"])
@pytest.mark.parametrize("text", ["", "The target is shifted right."])
def test_a_decoder_that_writes_must_not_read_ahead(
    tmp_path: Path, mask: str, text: str
) -> None:
    report = diagnose(made(tmp_path, "Writer", MASK=mask, TEXT=text))
    assert report.names == ["future"] * (mask == "None" and bool(text)), report


def test_a_decoder_that_may_be_given_a_mask_is_not_judged_without(
    tmp_path: Path,
) -> None:
    said = {"TEXT": "The target is shifted right.", "MASK": "None"}
    assert diagnose(made(tmp_path, "Writer", **said), causal=False).ok
    said |= {"MASK": "tgt_mask", "ARGUMENT": ", tgt_mask=None"}
    asked = made(tmp_path, "Writer", **said)
    assert diagnose(asked).ok


@pytest.mark.parametrize("file", ["", "Train it with nn.CrossEntropyLoss."])
def test_a_result_for_cross_entropy_is_not_of_probabilities(
    tmp_path: Path, file: str
) -> None:
    pooled = "self.o(x.mean(1)).softmax(-1)"
    report = diagnose(made(tmp_path, "Model", FILE=file, RESULT=pooled))
    assert report.names == ["softmaxed"] * bool(file), report


@pytest.mark.parametrize(
    ("blocks", "names"),
    [
        (f"[{LAYER}] * 2", ["shared"]),
        (f"(lambda one: [one for _ in range(2)])({LAYER})", ["shared"]),
        (f"2 * (lambda one: [one])({LAYER})", []),  # as ALBERT does
    ],
)
def test_a_list_repeated_repeats_one_block(
    tmp_path: Path, blocks: str, names: list[str]
) -> None:
    report = diagnose(made(tmp_path, "Model", BLOCKS=blocks))
    assert report.names == names, report
    assert "shared" in {f.mistake.key for f in report.findings}


@pytest.mark.parametrize("text", ["", "A pre-norm block."])
def test_a_block_that_says_pre_norm_adds_to_its_input(
    tmp_path: Path, text: str
) -> None:
    report = diagnose(made(tmp_path, "Block", TEXT=text))
    assert report.names == ["residual=normed"] * bool(text), report
