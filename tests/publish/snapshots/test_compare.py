import pytest

from publish.snapshots.compare import Difference, differences

ONE_UNIT = [
    ("tensor([0.9999, 1.4950])", "tensor([1.0000, 1.4950])"),
    ("9.9999e-05", "1.0000e-04"),
    ("weight -.9724 of", "weight -.9723 of"),
    ("+0.00", "-0.01"),
    ("1,000.5", "1,000.6"),
    ("loss  9.9999|", "loss 10.0000|"),
    ("tensor([9.9999, 1.0000,    nan])", "tensor([10.0000,  1.0000,     nan])"),
]
ZEROS = [
    ("tensor([-0.0000,  0.5000])", "tensor([0.0000, 0.5000])"),
    ("tensor([[-0.0000,  0.5000],\n        [ 0.1000,  0.2000]])",
     "tensor([[0.0000, 0.5000],\n        [0.1000, 0.2000]])"),
    ("-0.0001", "0.0000"),
]  # fmt: skip
WRONG = [
    ("tensor([1., 2.])", "tensor([1., 3.])"),
    ("tensor([nan, 1.0])", "tensor([0.0, 1.0])"),
    ("tensor([inf])", "tensor([-inf])"),
    ("version 2.13.0", "version 2.13.1"),
    ("a  0.5", "a 0.5"),
    ("0.5", "0.5\n"),
    ("3x", "4x"),
    ("9.9990e-05", "1.0000e-04"),  # ten printable numbers lie between
    ("1e99999999999999999999", "2e99999999999999999999"),
    # Padded for no reason.
    ("a  0.5 b 9.9999", "a 0.5 b 10.0000"),
    ("tensor([9.9999, 1.0000])", "tensor([10.0000, 1.0000,])"),
]


@pytest.mark.parametrize(("expected", "got"), ONE_UNIT + ZEROS)
def test_a_unit_of_the_last_digit_and_the_sign_of_a_zero_are_another_machine(
    expected: str, got: str
) -> None:
    assert differences(expected, got) == differences(got, expected) == []


@pytest.mark.parametrize(("expected", "got"), WRONG)
def test_anything_else_is_a_difference(expected: str, got: str) -> None:
    assert differences(expected, got) != []
    assert differences(got, expected) != []


def test_a_difference_says_where_and_which_number() -> None:
    expected = "tensor([[0.1, 0.2],\n        [0.3, 0.4]])"
    assert differences(expected, expected.replace("0.3", "0.9")) == [
        Difference(line=2, expected="0.3", got="0.9")
    ]
