from tempfile import TemporaryDirectory

from attention.examples import drawn_checkpoint
from attention.gallery import load

for name in ("phi3", "smollm3", "granite", "cohere2"):
    stored = drawn_checkpoint(name)
    with TemporaryDirectory() as folder:
        model = load(stored.write(folder))
    logits = model(stored.ids[None])[0, stored.positions].detach()
    print(f"{name:8} ours {logits[-1, :4]}")
    print(f"  transformers' {stored.logits[-1, :4].float()}")
