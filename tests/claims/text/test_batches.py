"""What is behind the general sentences of docs/text/batches.md."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attention import SlidingWindows, window_loader


def _all_windows(ids: list[int], length: int, stride: int) -> list[list[int]]:
    """Each window with the target of its last token, by brute force."""
    found = []
    start = 0
    while start + length + 1 <= len(ids):
        found.append(ids[start : start + length + 1])
        start += stride
    return found


SIZES = st.tuples(st.integers(2, 40), st.integers(1, 8), st.integers(1, 10)).filter(
    lambda sizes: sizes[0] > sizes[1]
)


@given(SIZES)
def test_windows_are_those_of_a_loop(sizes: tuple[int, int, int]) -> None:
    num_tokens, length, stride = sizes
    ids = torch.randint(50257, (num_tokens,))
    windows = SlidingWindows(ids, length=length, stride=stride)
    expected = _all_windows(ids.tolist(), length, stride)
    assert len(windows) == len(expected)
    for w, row in enumerate(expected):
        inputs, targets = windows[w]
        assert [*inputs.tolist(), targets[-1].item()] == row
        assert targets.tolist() == row[1:]
        assert inputs.untyped_storage().data_ptr() == ids.untyped_storage().data_ptr()


@given(SIZES.filter(lambda sizes: sizes[0] > sizes[1] + sizes[2]))
def test_a_stride_decides_how_often_a_token_is_an_input(
    sizes: tuple[int, int, int],
) -> None:
    num_tokens, length, stride = sizes
    windows = SlidingWindows(torch.arange(num_tokens), length=length, stride=stride)
    (first, _), (second, _) = windows[0], windows[1]
    shared = set(first.tolist()) & set(second.tolist())
    assert bool(shared) == (stride < length)
    assert (second[0] - first[-1] > 1) == (stride > length)


def test_inner_tokens_are_read_once_in_each_place() -> None:
    windows = SlidingWindows(torch.arange(566), length=4, stride=1)
    inputs = torch.stack([windows[w][0] for w in range(len(windows))])
    for token in range(100, 112):
        assert (inputs == token).nonzero()[:, 1].sort().values.tolist() == [0, 1, 2, 3]


@given(SIZES)
def test_targets_of_a_batch_are_its_inputs_one_column_on(
    sizes: tuple[int, int, int],
) -> None:
    num_tokens, length, stride = sizes
    ids = torch.randint(50257, (num_tokens,))
    for inputs, targets in window_loader(
        ids, batch_size=3, length=length, stride=stride, drop_last=False
    ):
        assert torch.equal(targets[:, :-1], inputs[:, 1:])


@settings(deadline=None)
@given(st.integers(0, 1000), st.integers(1, 5), st.integers(1, 5))
def test_shuffling_moves_whole_windows(seed: int, length: int, stride: int) -> None:
    def starts() -> list[list[int]]:
        loader = window_loader(
            torch.arange(120),  # each id is its place
            batch_size=8,
            length=length,
            stride=stride,
            shuffle=True,
            drop_last=False,
            generator=torch.Generator().manual_seed(seed),
        )
        found = []
        for _ in range(2):
            inputs = torch.cat([inputs for inputs, _ in loader])
            assert (inputs - inputs[:, :1] == torch.arange(length)).all()
            found.append(inputs[:, 0].tolist())
        return found

    first, second = starts()
    assert sorted(first) == sorted(second) == [*range(0, 120 - length, stride)]
    assert first != second
    assert starts() == [first, second]
    windows = SlidingWindows(torch.arange(120), length=length, stride=stride)
    dropped = window_loader(
        torch.arange(120), batch_size=8, length=length, stride=stride, shuffle=True
    )
    assert sum(len(inputs) for inputs, _ in dropped) == len(windows) // 8 * 8


@given(st.integers(0, 100))
def test_an_embedding_depends_on_the_id_alone(seed: int) -> None:
    ids = torch.randint(9, (8, 4), generator=torch.Generator().manual_seed(seed))
    table = torch.nn.Embedding(9, 5)
    vectors = table(ids)
    for i in range(9):
        assert (vectors[ids == i] == table.weight[i]).all()
    assert torch.equal(vectors, torch.stack([table(row) for row in ids]))
