"""Tables of vectors: filled, looked up, and searched for neighbours."""

import math

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st

from attention import embedding_table, look_up, nearest
from tests.fuzz.attempts import attempt, refused
from tests.fuzz.tensors import (
    FLOATS,
    INTEGERS,
    TYPES,
    floats,
    integers,
    mostly,
    same,
    shapes,
    sizes,
    tensors,
)

some_words = st.lists(st.text("abc", max_size=2), max_size=4)


@given(some_words, some_words, st.sampled_from(TYPES), st.data())
def test_a_table_has_each_words_vector_in_the_row_of_its_id(
    known: list[str], words: list[str], dtype: torch.dtype, data: st.DataObject
):
    vocabulary = {word: place for place, word in enumerate(dict.fromkeys(known))}
    words = data.draw(mostly(st.permutations(list(vocabulary)), st.just(words)))
    shape = data.draw(mostly(st.tuples(st.just(len(words)), sizes), shapes))
    vectors = data.draw(tensors(shape, dtype))
    if len(set(words)) < len(words):
        wrong = {"words"}
    elif not set(words) <= set(vocabulary):
        wrong = {"unknown"}
    elif vectors.dim() != 2 or len(vectors) != len(words):
        wrong = {"vectors"}
    else:
        wrong = set()
    if wrong == {"unknown"}:
        with pytest.raises(KeyError, match="words must be in the vocabulary"):
            embedding_table(vocabulary, words, vectors)
        return
    table = attempt(embedding_table, vocabulary, words, vectors)
    if not refused(table, wrong):
        assert table.shape == (len(vocabulary), vectors.shape[1])
        for word, row in vocabulary.items():
            place = words.index(word) if word in words else None
            vector = torch.zeros_like(table[row]) if place is None else vectors[place]
            assert same(table[row], vector)


@st.composite
def ids_and_tables(draw: st.DrawFn) -> tuple[torch.Tensor, torch.Tensor]:
    rows, d = draw(st.integers(0, 5)), draw(sizes)
    table = draw(mostly(st.just((rows, d)), shapes))
    ids = draw(tensors(draw(shapes), draw(mostly(integers, st.sampled_from(TYPES)))))
    if draw(mostly(st.just(True), st.just(False))) and rows:
        ids = ids % rows if ids.dtype in INTEGERS else ids
    wild = draw(st.sampled_from([False, False, True]))
    kinds = mostly(floats, st.sampled_from(TYPES))
    return ids, draw(tensors(table, draw(kinds), wild=wild))


@given(ids_and_tables())
def test_looking_up_is_embedding(given: tuple[torch.Tensor, torch.Tensor]):
    ids, table = given
    wrong = set()
    good = table.dim() == 2 and len(table) and table.dtype in FLOATS and finite(table)
    if not good:
        wrong.add("table")
    rows = range(len(table)) if good else range(-(2**40), 2**40)
    if ids.dtype not in INTEGERS or not all(i in rows for i in ids.flatten().tolist()):
        wrong.add("ids")
    answer = attempt(look_up, ids, table)
    if not refused(answer, wrong):
        assert same(answer, F.embedding(ids.long(), table))


@given(st.integers(101, 300), integers)
def test_a_narrow_type_of_ids_finds_the_rows_of_a_long_table(
    rows: int, dtype: torch.dtype
):
    table = torch.arange(rows, dtype=torch.float64)[:, None]
    ids = torch.arange(101).to(dtype)
    assert look_up(ids, table).flatten().tolist() == list(range(101))


def cosine(a: list[float], b: list[float]) -> float:
    """The cosine of the angle; 0 where there is none. No square over- or underflows."""
    a, b = (
        [number / (max(map(abs, numbers)) or 1) for number in numbers]
        for numbers in (a, b)
    )
    lengths = math.hypot(*a) * math.hypot(*b)
    return math.fsum(x * y for x, y in zip(a, b, strict=True)) / (lengths or 1)


@st.composite
def searches(draw: st.DrawFn) -> tuple[torch.Tensor, torch.Tensor, int, list[int]]:
    rows, d = draw(st.integers(0, 5)), draw(st.integers(0, 3))
    dtype = draw(mostly(st.sampled_from(FLOATS[:2]), st.sampled_from(TYPES)))
    wild = draw(st.booleans())
    vectors = draw(mostly(st.just((rows, d)), shapes))
    query = draw(mostly(st.tuples(sizes, st.just(d)), st.just((d,)), shapes))
    k = draw(st.integers(-1, 4))
    exclude = draw(st.lists(st.integers(-1, rows), max_size=2))
    return (
        draw(tensors(vectors, dtype, wild=wild)),
        draw(tensors(query, dtype, wild=wild)),
        k,
        exclude if draw(st.booleans()) else [],
    )


@given(searches())
def test_the_nearest_rows_have_the_largest_cosines(
    given: tuple[torch.Tensor, torch.Tensor, int, list[int]],
):
    vectors, query, k, exclude = given
    wrong = set()
    matrix = vectors.dim() == 2 and vectors.shape[1] > 0
    if not (matrix and vectors.dtype in FLOATS and finite(vectors)):
        wrong.add("vectors")
    as_wide = query.dim() > 0 and query.shape[-1] == vectors.shape[-1:].numel()
    if not (as_wide and query.dtype in FLOATS and finite(query)):
        wrong.add("query")
    if vectors.dim() == 2:
        rows = set(range(len(vectors)))
        if not set(exclude) <= rows:
            wrong.add("exclude")
        elif not 1 <= k <= len(rows - set(exclude)):
            wrong.add("k")
    answer = attempt(nearest, vectors, query, k=k, exclude=exclude)
    if refused(answer, wrong):
        return
    assert answer.shape == (*query.shape[:-1], k)
    left = [row for row in range(len(vectors)) if row not in exclude]
    slack = 20 * torch.finfo(vectors.dtype).eps
    table = vectors.double().tolist()
    asked = query.double().reshape(-1, query.shape[-1]).tolist()
    for one, found in zip(asked, answer.reshape(-1, k).tolist(), strict=True):
        cosines = {row: cosine(one, table[row]) for row in left}
        best = sorted(cosines.values(), reverse=True)[:k]
        assert len(set(found)) == k
        for row, expected in zip(found, best, strict=True):
            assert abs(cosines[row] - expected) <= slack


def finite(tensor: torch.Tensor) -> bool:
    return bool(tensor.isfinite().all())
