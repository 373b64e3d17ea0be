"""What is behind docs/mistakes/notebook-that-lies.md."""

import re
from collections.abc import Callable
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


def explains(forbidden: Callable[[str, State], object]) -> bool:
    """Whether some order of the cells ends in what was printed."""
    reached, ahead = {START}, [START]
    while ahead:
        state = ahead.pop()
        for cell in CELLS:
            after = run(cell, state)
            if after and after not in reached and not forbidden(cell, state):
                reached.add(after)
                ahead.append(after)
    return any(state[1:] == PRINTED for state in reached)


def test_every_history_has_these_runs() -> None:
    assert explains(lambda cell, state: False)
    assert explains(lambda cell, state: cell != "seed" and state[2] == 6 and state[6])
    for cell, since in (("W_query", 1), ("seed", 0), ("W_value", 6), ("W_key", 5)):
        assert not explains(lambda c, s, cell=cell, i=since: c == cell and s[i])
