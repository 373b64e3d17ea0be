"""Names of parameters, as those of the book's classes."""

import pytest

from tests.attention.layers.made import HEADS, made

OF_BOOK = ["V1", "V2", "causal", "wrapper", "split"]


@pytest.mark.parametrize("name", [*OF_BOOK, "grouped", "fused"])
@pytest.mark.parametrize("bias", [False, True])
def test_state_dicts_have_the_keys_of_the_book_and_no_mask(name: str, bias: bool):
    kinds = [""] if name == "V1" else [".weight", ".bias"][: 1 + bias]
    heads = [f"heads.{h}." for h in range(HEADS)] if name == "wrapper" else [""]
    matrices = ["W_query", "W_key", "W_value"]
    keys = {f"{h}{m}{kind}" for h in heads for m in matrices for kind in kinds}
    if name in ("split", "grouped", "fused"):
        keys |= {"out_proj.weight", "out_proj.bias"}
    layer = made(name, bias)
    assert layer.state_dict().keys() == dict(layer.named_parameters()).keys() == keys
