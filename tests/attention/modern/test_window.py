"""The mask of a sliding window, against its rule."""

from hypothesis import given
from hypothesis import strategies as st

from attention import window_mask


@given(st.integers(1, 13), st.integers(0, 7), st.integers(1, 17))
def test_a_query_attends_to_itself_and_to_window_minus_one_before_it(
    num_queries: int, earlier: int, window: int
):
    mask = window_mask(num_queries, num_queries + earlier, window=window)
    expected = [
        [i - window < j <= i for j in range(num_queries + earlier)]
        for i in range(earlier, earlier + num_queries)
    ]
    assert mask.tolist() == expected
