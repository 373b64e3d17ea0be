"""What is behind the general sentences of docs/order/sinusoidal-proofs.md."""

import math

import pytest
import torch

from attention import shift_matrix, sinusoidal_positions

DOUBLE = {"dtype": torch.float64}


@pytest.mark.parametrize("p", [0, 3, -17, 1000])
@pytest.mark.parametrize("k", [1, -3, 100])
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


def test_more_pairs_keep_the_closest_two_further_apart() -> None:
    nearest = []
    for width in [*range(2, 65, 2), 128, 256, 512]:
        table = sinusoidal_positions(torch.arange(1000), width, **DOUBLE)
        nearest.append(torch.cdist(table, table).fill_diagonal_(math.inf).min().item())
    assert nearest == sorted(nearest)


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
