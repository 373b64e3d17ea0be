"""What is behind the general sentences of docs/text/embeddings.md."""

import math

import pytest
import torch
import torch.nn.functional as F

from tests.facts.draw import draw
from tests.facts.says import says


def test_a_linear_layer_of_one_hot_rows_is_the_lookup():
    says(
        "text/embeddings",
        r"\[ \operatorname{onehot}(\mathrm{id})\, E = \sum_i \operatorname{onehot}(\mathrm{id})_i\, E_i = E_{\mathrm{id}} \]",
    )
    E, ids = draw(0, 7, 3), torch.tensor([4, 0, 6, 4])
    for one_hot, number, vector in zip(
        F.one_hot(ids, 7).double(), ids, F.embedding(ids, E), strict=True
    ):
        assert torch.equal(one_hot @ E, vector)
        assert torch.equal(sum(one_hot[i] * E[i] for i in range(7)), vector)
        assert torch.equal(E[number], vector)


def test_a_dot_product_over_both_lengths_is_the_cosine_of_the_angle():
    says(
        "text/embeddings",
        r"\[ \cos\theta = \frac{a \cdot b}{\lVert a\rVert\, \lVert b\rVert} \]",
        "The cosine ignores length, but the dot product does not.",
    )
    turn = 0.4
    for degrees, sign in ((0, 1), (35, 1), (90, 0), (130, -1), (180, -1)):
        for length in (0.1, 5.0):
            theta = math.radians(degrees)
            a = 0.3 * torch.tensor([math.cos(turn), math.sin(turn)]).double()
            b = torch.tensor([math.cos(turn + theta), math.sin(turn + theta)]).double()
            dot = a @ (length * b)
            assert dot.round(decimals=6).sign() == sign
            cosine = dot / (a.norm() * (length * b).norm())
            assert cosine.item() == pytest.approx(math.cos(theta), abs=1e-6)


def test_a_row_gathers_the_gradients_of_its_positions():
    says(
        "text/embeddings",
        r"\[ \frac{\partial L}{\partial E_i} = \sum_{t:\, \mathrm{id}_t = i} \frac{\partial L}{\partial x_t} \]",
        "Rows that were not looked up have a gradient of zero.",
    )
    for seed, ids in enumerate(([2, 5, 2], [0], [3, 3, 3, 1, 5, 1])):
        table = draw(seed, 7, 3).requires_grad_()
        x = F.embedding(torch.tensor(ids), table)
        L = x.pow(3).sum() + x.prod(dim=0).sum()
        of_table, of_x = torch.autograd.grad(L, (table, x))
        for i in range(7):
            rows = [of_x[t] for t in range(len(ids)) if ids[t] == i]
            total = sum(rows, torch.zeros(3).double())
            torch.testing.assert_close(of_table[i], total)
