"""What is behind docs/mistakes/notebook-that-lies.md."""

import re
from pathlib import Path

CELLS = ("seed", "W_query", "W_key", "W_value", "query", "keys", "values")
HISTORY = Path("snippets/mistakes/notebook-that-lies/history.py")


# The number of the next draw (0 without a seed), the draws that the matrices hold,
# and whether query, keys and values are the printed ones.
State = tuple[int, ...]
START: State = (0, 0, 0, 0, False, False, False)
PRINTED = (2, 6, 5, True, True, True)


def run(cell: str, state: State) -> State | None:
    """The state after a cell, or None if it cannot lead to what was printed."""
    place, changed = CELLS.index(cell), list(state)
    if cell == "seed":
        changed[0] = 1
    elif place <= 3:
        if not 1 <= state[0] <= 6:
            return None
        changed[0], changed[place] = state[0] + 1, state[0]
    else:
        changed[place] = state[place - 3] == (1, 2, 4)[place - 4]
    return tuple(changed)


def test_two_histories_end_in_what_was_printed() -> None:
    told = re.findall(r'(?:morning|evening) = "(.+)"', HISTORY.read_text("utf-8"))
    another = "seed W_value W_key keys W_key W_key W_key W_key"
    another += " seed W_query query W_query W_value W_value values W_value"
    for history in (" ".join(told), another):
        state = START
        for cell in history.split():
            state = run(cell, state) or START
        assert state[1:] == PRINTED
