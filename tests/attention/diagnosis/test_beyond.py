# ruff: noqa: E501
"""What the page says that the diagnosis does not see is not called a mistake, either.

A row is like those of `right.py`, and each is wrong.
"""

import pytest

from attention import diagnose
from tests.attention.diagnosis.right import rows
from tests.attention.diagnosis.styles import built
from tests.facts.says import says

MISSED = """
- a number that only a paper prescribes, such as the half before a sum in Conformer; | @BLOCK | x | "x + ffn(x) / 2, as in Conformer" ;; @ATTEND ;; x = x + h ;; return x + self.ffn(self.n2(x))
- a class token in front where the last token is read; | self.table, self.first, self.out = nn.Embedding(30, 24), nn.Parameter(torch.zeros(1, 1, 24)), nn.Linear(24, 3) ;; self.a = nn.MultiheadAttention(24, 4, batch_first=True) | ids | x = torch.cat([self.first.expand(len(ids), -1, -1), self.table(ids)], 1) ;; x = x + self.a(x, x, x)[0] ;; return self.out(x[:, -1])
- a normaliser of linear attention that sums too few keys; | @FOUR | x | @SPLIT ;; q, k = q.exp(), k.exp() ;; y = q @ (k.mT @ v) / (q * k).sum(-1, keepdim=True) ;; return self.o(y.transpose(1, 2).reshape(b, n, d))
- a feed-forward network without an activation, if the names of its layers do not say what they are; | @BLOCK ;; self.w1, self.w2 = nn.Linear(24, 96), nn.Linear(96, 24) ;; del self.ffn | x | @ATTEND ;; x = x + h ;; return x + self.w2(self.w1(self.n2(x)))
- most of what happens between learned queries and keys. | self.query = nn.Parameter(torch.zeros(24)) ;; self.k, self.v = nn.Linear(24, 24), nn.Linear(24, 24) | x | w = (self.k(x) @ self.query).softmax(-1).softmax(-1) ;; return (w[:, None] @ self.v(x))[:, 0]
"""


@pytest.mark.parametrize("said", rows(MISSED))
def test_what_is_not_seen_is_said_on_the_page(said: str) -> None:
    says("mistakes/diagnose", said.strip("- ;."))
    report = diagnose(built(rows(MISSED)[said]))
    assert report.ok, report


@pytest.mark.parametrize("name", ["MAB", "Block"])
def test_the_authors_of_the_set_transformer_divide_by_the_whole_width(
    name: str,
) -> None:
    says(
        "mistakes/diagnose",
        "The last alarm was a class of the Set Transformer that divides by the root of its whole width, as its authors do and say: in a class of that name, `MAB`, it is now a note.",
    )
    wide = "x | @FOUR | x | @SPLIT ;; w = (q @ k.mT / 24**0.5).softmax(-1) ;; return self.o(@JOINED)"
    code = built(rows(wide)["x"])
    type(code).__name__ = name
    assert diagnose(code).names == ["scale=d_model"] * (name != "MAB")
