# ruff: noqa: E501
"""What a mask that is given means, and each wrong use of it, is found.

A row is a key, what the constructor makes, what forward takes, and its lines; pieces
with @ are those of the right layers.
"""

import pytest

from attention import diagnose
from tests.attention.diagnosis.right import rows
from tests.attention.diagnosis.styles import built

MASKS = """
pad | @FOUR | x, lengths | @SPLIT ;; hidden = torch.arange(n, device=x.device) >= lengths[:, None] ;; w = (q @ k.mT / 6**0.5).masked_fill(hidden[:, None, :, None], -1e9).softmax(-1) ;; return self.o(@JOINED)
mask=inverted-zero | @FOUR | x, lengths=None | @SPLIT ;; sizes = torch.full((b,), n - 2) if lengths is None else lengths ;; pad = torch.arange(n) >= sizes[:, None] ;; return self.o(F.scaled_dot_product_attention(q, k, v, pad[:, None, None]).transpose(1, 2).reshape(b, n, d))
mask=order | self.inner = nn.MultiheadAttention(24, 4, batch_first=True) | x, adj | hidden = ~torch.logical_or(adj.bool(), torch.eye(n).bool()) ;; return self.inner(x, x, x, attn_mask=hidden.repeat(4, 1, 1))[0]
batch | @FOUR | x, mask | @SPLIT ;; hidden = mask.flip(0)[:, None] ;; w = (q @ k.mT / 6**0.5).masked_fill(hidden, -1e9).softmax(-1) ;; return self.o(@JOINED)
mask=added | @FOUR | latents, text, text_mask=None | # text_mask: True = a word ;; b, n, d = latents.shape ;; q, k, v = (t.unflatten(-1, (4, 6)).transpose(1, 2) for t in (self.q(latents), self.k(text), self.v(text))) ;; y = F.scaled_dot_product_attention(q, k, v, None if text_mask is None else text_mask[:, None, None].to(q)) ;; return self.o(y.transpose(1, 2).reshape(b, n, d))
mask | @FOUR | x, mask=None | @SPLIT ;; @SCORES ;; _ = mask is None or s.masked_fill(mask[:, None, None], -1e9) ;; w = s.softmax(-1) ** 2 ;; return self.o(@JOINED)
pad-name | self.inner, self.norm = nn.MultiheadAttention(24, 4, batch_first=True), nn.LayerNorm(24) | tokens, mask=None | "mask: (texts, tokens), of a tokenizer,\\n    1 = word, 0 = padding" ;; x = tokens ;; return self.norm(x + self.inner(x, x, x, mask)[0])
"""


@pytest.mark.parametrize("key", rows(MASKS))
def test_a_mask_that_hides_the_wrong_tokens_is_named(key: str) -> None:
    report = diagnose(built(rows(MASKS)[key]))
    assert report.names == [key], report


@pytest.mark.parametrize("mask", ["mask", "mask=None"])
def test_a_mask_that_a_known_layer_ignores_is_a_mistake(mask: str) -> None:
    ignores = f"ignores | @FOUR | x, {mask} | @SPLIT ;; @SOFT ;; return self.o(@JOINED)"
    assert diagnose(built(rows(ignores)["ignores"])).names == ["mask"]
    unknown = ignores.replace("return", "w = w**2 ;; return")
    report = diagnose(built(rows(unknown)["ignores"]))
    assert report.ok, report
    assert "mask" in {f.mistake.key for f in report.findings}
