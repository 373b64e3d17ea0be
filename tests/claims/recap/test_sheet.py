"""What is behind the formulas of docs/recap/sheet.md."""

import pytest
import torch

from tests.claims.quotes import tested
from tests.claims.recap.formulas import check_formulas


@tested(
    r"\(X = E_{\text{ids}} + P\)",
    r"\(\query{Q} = X\query{W_Q^\top}\), \(\;\key{K} = X\key{W_K^\top}\), "
    r"\(\;\value{V} = X\value{W_V^\top}\)",
    r"\(\weight{A} = \operatorname{softmax}(\score{\query{Q}\key{K^\top}} / \sqrt{d_k} "
    r"+ M)\) by rows",
    r"\(\context{Z} = \weight{A}\,\value{V}\), \(\;\context{z_i} = \sum_j "
    r"\weight{\alpha_{ij}} \value{v_j}\)",
    r"\([\context{Z_1}, \ldots, \context{Z_h}]\,W_O^\top + b_O\), \(\;d_k = "
    r"d_{\text{out}} / h\)",
    r"\(\query{Q} = Y\query{W_Q^\top}\), keys and values from \(X\)",
    r"Jacobian, \(\score{\omega_j} = \query{q} \cdot \key{k_j}\)",
    r"\(\partial \weight{\alpha_i} / \partial \score{\omega_j} = "
    r"\weight{\alpha_i}(\delta_{ij} - \weight{\alpha_j}) / \sqrt{d_k}\)",
)
@pytest.mark.parametrize("between", [False, True])
def test_formulas(between: bool) -> None:
    torch.manual_seed(0)
    check_formulas(between)
