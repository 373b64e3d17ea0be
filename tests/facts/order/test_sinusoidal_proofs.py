"""What is behind the general sentences of docs/order/sinusoidal-proofs.md."""

from math import cos, sin

import pytest
import torch

from attention import shift_matrix, sinusoidal_positions
from tests.facts.says import says


def test_each_pair_turns_by_its_angle():
    says(
        "order/sinusoidal",
        "If the number of features is even, the dot product of two positions depends only on how far apart they are.",
    )
    says(
        "order/sinusoidal-proofs",
        r"\[ \begin{aligned} \sin \omega(p + k) &= \phantom{-}\cos(\omega k)\, \sin(\omega p) \\ &\quad {} + \sin(\omega k)\, \cos(\omega p) \\ \cos \omega(p + k) &= -\sin(\omega k)\, \sin(\omega p) \\ &\quad {} + \cos(\omega k)\, \cos(\omega p) \end{aligned} \]",
        r"\[ \begin{pmatrix} \sin \omega(p + k) \\ \cos \omega(p + k) \end{pmatrix} = \begin{pmatrix} \cos \omega k & \sin \omega k \\ -\sin \omega k & \cos \omega k \end{pmatrix} \begin{pmatrix} \sin \omega p \\ \cos \omega p \end{pmatrix} \]",
        r"\[ PE(p) \cdot PE(p + k) = \sum_i \cos(\omega_i k) \]",
    )
    d_model = 10
    omegas = [10000 ** (-2 * i / d_model) for i in range(d_model // 2)]
    for p, k in ((0, 1), (3, -3), (-17, 100), (1000, 7)):
        here, there = sinusoidal_positions(torch.tensor([p, p + k]).double(), d_model)
        M_k = shift_matrix(torch.tensor(k).double(), d_model)
        for i, w in enumerate(omegas):
            sine = cos(w * k) * sin(w * p) + sin(w * k) * cos(w * p)
            cosine = -sin(w * k) * sin(w * p) + cos(w * k) * cos(w * p)
            pair = slice(2 * i, 2 * i + 2)
            assert there[pair].tolist() == pytest.approx([sine, cosine], abs=1e-9)
            turn = [[cos(w * k), sin(w * k)], [-sin(w * k), cos(w * k)]]
            torch.testing.assert_close(M_k[pair, pair], torch.tensor(turn).double())
            torch.testing.assert_close(M_k[pair, pair] @ here[pair], there[pair])
        assert (here @ there).item() == pytest.approx(sum(cos(w * k) for w in omegas))
