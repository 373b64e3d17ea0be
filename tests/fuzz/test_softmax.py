"""The two softmaxes, the Jacobian and dropout, of any tensors."""

import math

import torch
from hypothesis import given
from hypothesis import strategies as st

from attention import (
    apply_dropout,
    dropout_mask,
    naive_softmax,
    softmax_jacobian,
    stable_softmax,
)
from tests.fuzz.attempts import attempt, refused
from tests.fuzz.oracles import Exact, assert_answers, softmax
from tests.fuzz.tensors import TYPES, floats, mostly, same, shapes, tensors

any_tensor = mostly(floats, st.sampled_from(TYPES)).flatmap(
    lambda dtype: shapes.flatmap(lambda shape: tensors(shape, dtype))
)
axes = st.integers(-5, 5)


def wrong_axis(scores: torch.Tensor, dim: int) -> set[str]:
    if scores.dim() == 0 or not scores.is_floating_point():
        return {"scores"}
    return set() if -scores.dim() <= dim < scores.dim() else {"dim"}


def along(scores: torch.Tensor, dim: int) -> Exact:
    """The oracle's softmax along any axis."""
    exact = softmax(scores.movedim(dim, -1))
    numbers = exact.numbers.movedim(-1, dim)
    return Exact(numbers, torch.ones_like(numbers), exact.steps)


@given(any_tensor, axes)
def test_the_stable_softmax_is_right_wherever_torchs_is(scores: torch.Tensor, dim: int):
    wrong = wrong_axis(scores, dim)
    if not wrong and scores.shape[dim] == 0:
        wrong = {"scores"}
    answer = attempt(stable_softmax, scores, dim)
    if not refused(answer, wrong):
        exact = along(scores, dim)
        assert_answers(answer, exact, scores.dtype)


@given(any_tensor, axes)
def test_the_naive_softmax_is_right_while_exp_is_in_range(
    scores: torch.Tensor, dim: int
):
    answer = attempt(naive_softmax, scores, dim)
    if not refused(answer, wrong_axis(scores, dim)):
        exact = along(scores, dim)
        info = torch.finfo(scores.dtype)
        exponentials = scores.double().exp().sum(dim=dim, keepdim=True)
        tame = (exponentials > info.tiny / info.eps) & (exponentials < info.max / 2)
        tame = tame.expand(scores.shape)
        # Where exp leaves the range, nan or zero: that is what the stable one is for.
        # Between, where it has only some of its digits, shares that have no more.
        assert (answer.isnan() | ((answer >= 0) & (answer <= 1)) | tame).all()
        large = (exponentials > 2 * info.max).expand(scores.shape)
        assert (answer.isnan() | (answer == 0) | ~large).all()
        answer = torch.where(tame, answer, torch.nan)
        exact.numbers = torch.where(tame, exact.numbers, torch.nan)
        assert_answers(answer, exact, scores.dtype)


@given(any_tensor)
def test_the_jacobian_is_that_of_the_formula(scores: torch.Tensor):
    answer = attempt(softmax_jacobian, scores)
    bad = scores.dim() < 1 or not scores.is_floating_point()
    if not refused(answer, {"scores"} if bad else set()):
        shares = softmax(scores)
        row = shares.numbers
        slopes = torch.diag_embed(row) - row[..., :, None] * row[..., None, :]
        slopes = torch.where(row.isnan().any(-1)[..., None, None], torch.nan, slopes)
        exact = Exact(slopes, torch.ones_like(slopes), 3 * shares.steps)
        assert_answers(answer, exact, scores.dtype)


rates = mostly(
    st.floats(0, 0.999),
    st.floats(allow_nan=True, allow_infinity=True),
    st.sampled_from([1.0, -0.0, -1e-300, 1 - 1e-9, 5e-324]),
)


@given(shapes, rates, st.integers(0, 99))
def test_a_dropout_mask_is_that_of_rand(shape: tuple[int, ...], p: float, seed: int):
    torch.manual_seed(seed)
    answer = attempt(dropout_mask, shape, p)
    if not refused(answer, set() if 0 <= p < 1 else {"p"}):
        torch.manual_seed(seed)
        draws = torch.rand(shape)
        assert answer.shape == shape
        assert answer.dtype == torch.bool
        assert (answer | (draws <= p + 1e-7)).all()
        assert (~answer | (draws >= p - 1e-7)).all()


@given(any_tensor, rates, st.integers(0, 99))
def test_dropout_drops_by_its_mask_and_divides_the_rest(
    x: torch.Tensor, p: float, seed: int
):
    torch.manual_seed(seed)
    answer = attempt(apply_dropout, x, p)
    wrong = set() if 0 <= p < 1 else {"p"}
    if refused(answer, wrong | (set() if x.is_floating_point() else {"x"})):
        return
    torch.manual_seed(seed)
    kept = dropout_mask(x.shape, p).double()
    numbers = kept * x.double() / (1 - p)
    info = torch.finfo(x.dtype)
    numbers = torch.where(numbers.abs() > info.max, numbers.sign() * math.inf, numbers)
    assert_answers(answer, Exact(numbers, numbers.abs().nan_to_num(), 3), x.dtype)


@given(shapes.flatmap(lambda shape: tensors(shape, torch.float64)))
def test_a_rate_of_zero_changes_nothing(x: torch.Tensor):
    assert same(apply_dropout(x, 0.0), x)
