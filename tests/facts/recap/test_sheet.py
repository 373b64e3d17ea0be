"""The five checks of docs/recap/sheet.md: each notices a mistake of the layer."""

import contextlib
import io

import pytest
import torch

from attention import CausalAttention
from tests.facts.says import project, says

CODE = (project.root / "snippets/recap/sheet/five-checks.py").read_text("utf-8")
LAYER = "layer = CausalAttention(3, 2, 6, dropout=0.5).eval()\n"


class OverQueries(CausalAttention):
    def attend(self, queries, keys, values, mask, dropout):
        scores = queries @ keys.mT / keys.shape[-1] ** 0.5
        weights = scores.masked_fill(~mask, -torch.inf).softmax(dim=-2)
        return weights @ values, weights


class Unscaled(CausalAttention):
    def attend(self, queries, keys, values, mask, dropout):
        return super().attend(queries * 2**0.5, keys, values, mask, dropout)


def failed(layer: str, after: str = "") -> set[str]:
    """The checks that fail when the sheet's block makes this layer."""
    code = CODE.replace(LAYER, f"layer = {layer}\n{after}\n")
    assert code != CODE
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {"OverQueries": OverQueries, "Unscaled": Unscaled})
    return {line[0] for line in printed.getvalue().splitlines() if "False" in line}


@pytest.mark.parametrize(
    ("check", "layer", "after"),
    [
        ("1", "OverQueries(3, 2, 6, 0.5).eval()", ""),
        ("2", "CausalAttention(3, 2, 6, 0.5).eval()", "layer.mask.logical_not_()"),
        ("3", "CausalAttention(3, 2, 6, 0.5).eval()", "layer.mask.fill_(True)"),
        ("4", "Unscaled(3, 2, 6, 0.5).eval()", ""),
        ("5", "CausalAttention(3, 2, 6, 0.5)", ""),
    ],
)
def test_each_check_notices_a_mistake_of_the_layer(check: str, layer: str, after: str):
    says("recap/sheet", "Checked on a layer, 1 and 2 in the layer's own weights:")
    assert check in failed(layer, after)
    assert not failed("CausalAttention(3, 2, 6, 0.5).eval()")
