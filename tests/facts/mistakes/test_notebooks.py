"""What is behind the general sentences of docs/mistakes/notebooks.md."""

from pathlib import Path

from tests.facts.says import says

CHECK = Path("snippets/mistakes/notebooks/width-from-elsewhere-check.py")


def test_the_list_has_globals_and_no_attributes() -> None:
    says(
        "mistakes/notebooks",
        "List the global names that a function reads.",
        "(A function inside it, such as a lambda, has a list of its own.)",
    )
    line = CHECK.read_text(encoding="utf-8").partition("steps =")[2]
    check = "steps =" + line.partition("print")[0]
    source = "import dis\nd_k = 2\nclass Head:\n  d_k = 3\n  def forward(self, x): {}\n"
    for body, expected in (
        ("return x / d_k", {"d_k"}),
        ("return x.T / self.d_k", set()),
        ("return (lambda y: y / d_k)(x)", set()),
    ):
        names: dict = {}
        exec(source.format(body) + check.replace("attend", "Head.forward"), names)
        assert names["read"] == expected, body
