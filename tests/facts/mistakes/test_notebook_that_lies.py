"""What is behind docs/mistakes/notebook-that-lies.md."""

import torch

from tests.facts.blocks import run
from tests.facts.says import says

RUN = '(morning + " " + evening)'


def test_another_history_ends_in_what_was_printed() -> None:
    says(
        "mistakes/notebook-that-lies",
        "It is a history, not the history: others end in the same state, such as `seed W_value W_key keys W_key W_key W_key W_key`, then `seed W_query query W_query W_value W_value values W_value`.",
    )
    another = "seed W_value W_key keys W_key W_key W_key W_key"
    another += " seed W_query query W_query W_value W_value values W_value"
    block = "mistakes/notebook-that-lies/history.py"
    told, other = (
        run(block, {RUN: history}, seed=123)["names"]
        for history in (RUN, f'("{another}")')
    )
    for name in ("W_query", "W_key", "W_value", "query", "keys", "values"):
        assert torch.equal(told[name], other[name]), name
