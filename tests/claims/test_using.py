"""What is behind general sentences of docs/using.md."""

from codeop import CommandCompiler
from collections import Counter
from pathlib import Path

SNIPPETS = Path(__file__).resolve().parents[2] / "snippets" / "mistakes"


def test_a_prompt_that_reads_line_by_line_stops_at_many_blocks() -> None:
    loop = "for i in range(2):\n    print(i)"
    assert _stopped_by(f"{loop}\nprint(i)") is SyntaxError
    assert _stopped_by(f"{loop}\n\nprint(i)") is None
    files = SNIPPETS.rglob("*.py")
    found = Counter(_stopped_by(file.read_text(encoding="utf-8")) for file in files)
    assert found[SyntaxError] > 10
    assert found[IndentationError] > 2


def _stopped_by(code: str) -> type[SyntaxError] | None:
    """How such a prompt stops at a block; None if it gets to its end."""
    compiled, typed = CommandCompiler(), ""
    for line in [*code.splitlines(), ""]:
        typed += f"{line}\n"
        try:
            done = compiled(typed[:-1], symbol="single")
        except SyntaxError as error:
            return type(error)
        typed = "" if done else typed
    return None
