"""Positions, learned and sinusoidal, on any tensors."""

import math

import torch
from hypothesis import given
from hypothesis import strategies as st

from attention import (
    LearnedPositions,
    SinusoidalPositions,
    add_positions,
    shift_matrix,
    sinusoidal_positions,
)
from tests.fuzz.attempts import attempt, refused
from tests.fuzz.tensors import (
    FLOATS,
    TYPES,
    floats,
    mostly,
    same,
    shapes,
    sizes,
    tensors,
)

numbers = st.sampled_from([dtype for dtype in TYPES if dtype != torch.complex64])


@st.composite
def words_and_tables(draw: st.DrawFn) -> tuple[torch.Tensor, torch.Tensor]:
    n, d = draw(sizes), draw(sizes)
    batch = draw(st.lists(sizes, max_size=2))
    rows = draw(st.integers(n, n + 2))
    words = draw(mostly(st.just((*batch, n, d)), shapes))
    table = draw(mostly(st.just((rows, d)), shapes))
    return draw(tensors(words, draw(numbers))), draw(tensors(table, draw(floats)))


@given(words_and_tables())
def test_each_word_gets_the_row_of_its_place(
    given: tuple[torch.Tensor, torch.Tensor],
):
    words, table = given
    wrong = set()
    if words.dim() < 2:
        wrong.add("embeddings")
    if table.dim() != 2:
        wrong.add("table")
    if not wrong and words.shape[-1] != table.shape[-1]:
        wrong.add("embeddings")
    elif not wrong and words.shape[-2] > table.shape[0]:
        wrong.add("num_tokens")
    answer = attempt(add_positions, words, table)
    if not refused(answer, wrong):
        assert answer.shape == words.shape
        for place in range(words.shape[-2]):
            assert same(answer[..., place, :], words[..., place, :] + table[place])


@given(st.integers(-1, 4), st.integers(-1, 3), st.data())
def test_learned_positions_add_their_table(
    context_length: int, d_model: int, data: st.DataObject
):
    given = {"context_length": context_length, "d_model": d_model}
    torch.manual_seed(0)
    layer = attempt(LearnedPositions, **given)
    if not refused(layer, {name for name, size in given.items() if size < 1}):
        usual = st.tuples(sizes, sizes, st.just(d_model))
        words = data.draw(tensors(data.draw(mostly(usual, shapes)), torch.float32))
        expected = attempt(add_positions, words, layer.pos_emb.weight)
        answer = attempt(layer, words)
        wrong = {"embeddings", "num_tokens"} if isinstance(expected, str) else set()
        if not refused(answer, wrong):
            assert same(answer, expected)


def angle(place: float, feature: int, d_model: int) -> float:
    return place / 10000 ** ((feature - feature % 2) / d_model)


dtypes = st.none() | mostly(floats, numbers)


@given(
    st.sampled_from(TYPES).flatmap(
        lambda dtype: shapes.flatmap(lambda shape: tensors(shape, dtype, scale=50.0))
    ),
    st.integers(-1, 7),
    dtypes,
)
def test_sinusoids_are_those_of_the_formula(
    places: torch.Tensor, d_model: int, dtype: torch.dtype | None
):
    wrong = {"d_model"} if d_model < 1 else set()
    if places.is_complex() or places.dtype == torch.bool:
        wrong.add("positions")
    if dtype is not None and dtype not in FLOATS:
        wrong.add("dtype")
    answer = attempt(sinusoidal_positions, places, d_model, dtype=dtype)
    if refused(answer, wrong):
        return
    made = dtype or (places.dtype if places.is_floating_point() else torch.float32)
    assert answer.dtype == made
    assert answer.shape == (*places.shape, d_model)
    got = answer.double().reshape(places.numel(), d_model).tolist()
    for place, row in zip(places.double().flatten().tolist(), got, strict=True):
        for feature, number in enumerate(row):
            turned = angle(place, feature, d_model)
            if not math.isfinite(turned):
                assert math.isnan(number)
                continue
            exact = math.cos(turned) if feature % 2 else math.sin(turned)
            # An angle itself is known to an ulp or two.
            known = 1e-15 * abs(turned) + 2 * torch.finfo(made).eps
            assert abs(number - exact) <= min(known, 2.0)


@given(st.integers(-2, 8), st.integers(-50, 50), st.integers(-50, 50))
def test_a_shift_moves_any_place_on(d_model: int, place: int, steps: int):
    answer = attempt(shift_matrix, torch.tensor(steps), d_model, dtype=torch.float64)
    bad = d_model < 2 or d_model % 2
    if not refused(answer, {"d_model"} if bad else set()):
        at, moved = sinusoidal_positions(
            torch.tensor([place, place + steps]), d_model, dtype=torch.float64
        )
        torch.testing.assert_close(answer @ at, moved)
        back = shift_matrix(torch.tensor(-steps), d_model, dtype=torch.float64)
        torch.testing.assert_close(answer @ back, torch.eye(d_model).double())


@given(
    st.sampled_from(TYPES).flatmap(
        lambda dtype: shapes.flatmap(lambda shape: tensors(shape, dtype))
    ),
    st.sampled_from([2, 4, 6]),
    dtypes,
)
def test_shifts_of_many_steps_are_made_one_by_one(
    steps: torch.Tensor, d_model: int, dtype: torch.dtype | None
):
    wrong = set()
    if steps.is_complex() or steps.dtype == torch.bool:
        wrong.add("steps")
    if dtype is not None and dtype not in FLOATS:
        wrong.add("dtype")
    answer = attempt(shift_matrix, steps, d_model, dtype=dtype)
    if not refused(answer, wrong):
        assert answer.shape == (*steps.shape, d_model, d_model)
        ones = answer.reshape(-1, d_model, d_model)
        for one, step in zip(ones, steps.flatten(), strict=True):
            assert same(one, shift_matrix(step, d_model, dtype=dtype))


@given(
    st.integers(-1, 4),
    mostly(floats, numbers).flatmap(
        lambda dtype: shapes.flatmap(lambda shape: tensors(shape, dtype))
    ),
)
def test_sinusoids_are_added_to_words_of_any_length(d_model: int, words: torch.Tensor):
    layer = attempt(SinusoidalPositions, d_model)
    if refused(layer, {"d_model"} if d_model < 1 else set()):
        return
    bad = words.dim() < 2 or words.shape[-1] != d_model
    bad = bad or not words.is_floating_point()
    answer = attempt(layer, words)
    if not refused(answer, {"embeddings"} if bad else set()):
        places = torch.arange(words.shape[-2])
        table = sinusoidal_positions(places, d_model, dtype=words.dtype)
        assert same(answer, words + table)
