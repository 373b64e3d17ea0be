"""What is behind the general sentences of docs/order/sinusoidal-proofs.md."""

import math

import pytest
import torch

from attention import shift_matrix, sinusoidal_positions
from tests.claims.quotes import cited, derived, tested

derived(
    "Since \\(\\pi\\) is irrational, no two different whole numbers do.",
    "So in exact arithmetic, two features are enough.",
    where="order/sinusoidal-proofs.md#unique",
)
derived(
    "That proves it for one pair: the matrix is a rotation by the angle "
    "\\(\\omega k\\), clockwise.",
    "It follows that the dot product of two positions depends only on their distance, "
    "because \\(\\sin a \\sin b + \\cos a \\cos b = \\cos(a - b)\\):",
    where="order/sinusoidal-proofs.md#a-shift-is-a-rotation",
)
cited(
    "Rotary positions do not leave the rotation to training: they rotate each pair of "
    "features in the query and the key at position \\(p\\) by the angle \\(\\omega "
    "p\\) (Su et al., 2021, section 3.2).",
    source="Su et al. (2021), section 3.2",
)
cited(
    "The authors' own library puts all the sines first and then all the cosines, and "
    "divides the exponent by the number of pairs minus one, so its frequencies differ "
    "too:",
    source="tensorflow/tensor2tensor v1.15.7, "
    "tensor2tensor/layers/common_attention.py, get_timing_signal_1d",
)
DOUBLE = {"dtype": torch.float64}


@pytest.mark.parametrize("p", [0, 3, -17, 1000])
@pytest.mark.parametrize("k", [1, -3, 100])
@tested(
    r"\[ \begin{aligned} \sin \omega(p + k) &= \phantom{-}\cos(\omega k)\, "
    r"\sin(\omega p) + \sin(\omega k)\, \cos(\omega p) \\ \cos \omega(p + k) &= "
    r"-\sin(\omega k)\, \sin(\omega p) + \cos(\omega k)\, \cos(\omega p) "
    r"\end{aligned} \]",
    r"\[ \begin{pmatrix} \sin \omega(p + k) \\ \cos \omega(p + k) \end{pmatrix} = "
    r"\begin{pmatrix} \cos \omega k & \sin \omega k \\ -\sin \omega k & \cos \omega k "
    r"\end{pmatrix} \begin{pmatrix} \sin \omega p \\ \cos \omega p \end{pmatrix} \]",
    r"\[ PE(p) \cdot PE(p + k) = \sum_i \cos(\omega_i k) \]",
)
def test_each_pair_turns_by_its_angle(p: int, k: int) -> None:
    d_model, sin, cos = 12, math.sin, math.cos
    here, there = sinusoidal_positions(torch.tensor([p, p + k]), d_model, **DOUBLE)
    M_k = shift_matrix(torch.tensor(k), d_model, **DOUBLE)
    omegas = [10000 ** (-2 * i / d_model) for i in range(d_model // 2)]
    for i, w in enumerate(omegas):
        sine = cos(w * k) * sin(w * p) + sin(w * k) * cos(w * p)
        cosine = -sin(w * k) * sin(w * p) + cos(w * k) * cos(w * p)
        pair = slice(2 * i, 2 * i + 2)
        assert there[pair].tolist() == pytest.approx([sine, cosine], abs=1e-9)
        turn = [[cos(w * k), sin(w * k)], [-sin(w * k), cos(w * k)]]
        torch.testing.assert_close(M_k[pair, pair], torch.tensor(turn, **DOUBLE))
        torch.testing.assert_close(M_k[pair, pair] @ here[pair], there[pair])
    assert (here @ there).item() == pytest.approx(sum(cos(w * k) for w in omegas))


@pytest.mark.parametrize("bits", [2, 3, 4, 6])
@tested(
    "For the digits even this matrix is off, by up to 0.9545, so no matrix is exact.",
    "For the waves, the matrix is exact.",
    "Rotations preserve lengths, add up, and can be undone:",
)
def test_digits_have_no_matrix_and_waves_have_one(bits: int) -> None:
    positions = torch.arange(2**bits)
    digits = ((positions[:, None] >> torch.arange(bits)) % 2).double()
    digits = torch.cat([digits, torch.ones(2**bits, 1)], dim=1)
    waves = sinusoidal_positions(positions, 2 * (bits // 2), **DOUBLE)
    errors = []
    for table in (digits, waves):
        best = torch.linalg.lstsq(table[:-1], table[1:], driver="gelsd").solution
        errors.append((table[:-1] @ best - table[1:]).abs().max().item())
    assert errors[1] < 1e-9
    assert errors[0] > 0.4 or bits < 3
    steps = shift_matrix(torch.tensor([3, 2, 5, -3]), 2 * bits, **DOUBLE)
    assert torch.allclose(steps[0].mT @ steps[0], torch.eye(2 * bits, **DOUBLE))
    assert torch.allclose(steps[0] @ steps[1], steps[2])
    assert torch.allclose(steps[0] @ steps[3], torch.eye(2 * bits, **DOUBLE))


@tested(
    "With more pairs, the closest two of the first 1,000 positions are further apart:"
)
def test_more_pairs_keep_the_closest_two_further_apart() -> None:
    nearest = []
    for width in [*range(2, 65, 2), 128, 256, 512]:
        table = sinusoidal_positions(torch.arange(1000), width, **DOUBLE)
        nearest.append(torch.cdist(table, table).fill_diagonal_(math.inf).min().item())
    assert nearest == sorted(nearest)


@tested(
    "Bounded: values stay small however far along the position is.",
    "With an even width, every vector has the length "
    "\\(\\sqrt{d_{\\text{model}}/2}\\):",
    "Sines and cosines have the first four properties at every width, and the fifth "
    "at every even one.",
)
def test_bounded_and_unique_at_each_width() -> None:
    far = torch.tensor([0, 1, 710, 10**4, 10**6, 10**9, -(10**9)])
    for width in [*range(1, 20), 512, 513]:
        table = sinusoidal_positions(far, width, **DOUBLE)
        assert table.shape == (7, width)
        assert (table.abs() <= 1).all()
        assert len(table.unique(dim=0)) == 7
        if width % 2 == 0:
            lengths = torch.full((7,), (width / 2) ** 0.5, **DOUBLE)
            assert torch.allclose(table.norm(dim=-1), lengths)
            matrix = shift_matrix(torch.tensor(100), width, **DOUBLE)
            after = sinusoidal_positions(far + 100, width, **DOUBLE)
            assert torch.allclose(table @ matrix.mT, after, atol=1e-6)


@pytest.mark.parametrize("seen", [64, 128])
@tested(
    "A model trained on few positions may find a different matrix, which is right at "
    "those positions and wrong elsewhere.",
    "Of the matrices that fit to four decimals, we take one with a small norm, and "
    "print its largest error at four positions:",
    "With only the ten fastest hands, which all come full circle within 127 "
    "positions, it is right at both.",
    "In this example, the short text hardly shows how to turn the slow hands.",
    "We have proved that the matrix for a shift exists, but not that a model learns "
    "it from short texts.",
)
def test_a_matrix_fitted_on_few_positions_is_wrong_elsewhere(seen: int) -> None:
    for width in (32, 64):
        table = sinusoidal_positions(torch.arange(1000), width, **DOUBLE)
        frequencies = 10000 ** (-torch.arange(0, width, 2) / width)
        fast = 2 * int((2 * math.pi / frequencies < seen - 1).sum())
        assert seen < 128 or width < 64 or fast == 22  # eleven: ten are among them
        for features, right in ((width, False), (fast, True), (fast - 2, True)):
            hands = table[:, :features]
            options = {"rcond": 1e-6, "driver": "gelsd"}
            shown, asked = hands[3:seen], hands[: seen - 3]
            fitted = torch.linalg.lstsq(shown, asked, **options).solution
            errors = (hands[3:] @ fitted - hands[:-3]).abs().amax(dim=-1)
            assert errors[: seen - 3].max() < 1e-5
            assert right or fitted.norm() < 0.8 * width**0.5  # that of the rotation
            assert (errors.max() < 0.1).item() == right
            assert right or errors.max() > 0.8


@tested("The smaller of two even widths has the shorter maximum wavelength.")
def test_longest_wavelength_grows_with_the_width() -> None:
    widths = range(2, 1025, 2)
    longest = [2 * math.pi * 10000 ** ((width - 2) / width) for width in widths]
    assert longest == sorted(longest)
    assert len(set(longest)) == len(longest)
    assert 10000 ** (2 / 3) > 10000 ** (2 / 4)  # widths 3 and 4: hence "even"
    assert 463 < longest[2] / longest[0] < 465  # six features
    for width, wavelength in zip(widths, longest, strict=True):  # it is the last sine's
        here, there = sinusoidal_positions(
            torch.tensor([5.0, 5 + wavelength], **DOUBLE), width
        )
        assert torch.allclose(here[-2:], there[-2:], atol=1e-9)
        if width > 200:
            break
