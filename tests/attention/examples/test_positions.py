"""The running example's table: its rows are those of the course."""

import torch

from attention import inputs, position_table


def test_each_place_has_the_row_that_the_course_gives_it():
    in_hundredths = [
        (0, 0, 0), (1, 2, 3), (2, 1, -1), (3, 0, 1),
        (4, -1, 2), (5, 2, 0), (6, 3, -2), (7, 1, 1),
        (8, 0, -1), (9, -2, 2), (10, 3, 0), (11, 0, 1),
        (12, 1, -2), (13, -1, 2), (14, 2, 0), (15, 1, 1),
    ]  # fmt: skip
    assert position_table.shape == (16, 3)
    assert torch.equal((position_table * 100).round(), torch.tensor(in_hundredths))


def test_word_and_place_add_up_to_the_row_that_later_pages_use():
    X = inputs + position_table[:6]
    torch.testing.assert_close(X[1], torch.tensor([0.56, 0.89, 0.69]))
