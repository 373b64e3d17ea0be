"""What is behind the formulas of docs/recap/sheet.md."""

import pytest
import torch

from tests.claims.recap.formulas import check_formulas


@pytest.mark.parametrize("between", [False, True])
def test_formulas(between: bool) -> None:
    torch.manual_seed(0)
    check_formulas(between)
