from pathlib import Path
from tempfile import TemporaryDirectory

from attention.examples import drawn_checkpoint
from attention.gallery import describe, load

stored = drawn_checkpoint("qwen3")  # random numbers
with TemporaryDirectory() as folder:
    stored.write(folder)
    print(sorted(path.name for path in Path(folder).iterdir()))
    model = load(folder)

print(describe(model).layers["A"]["attention"])
logits = model(stored.ids[None])[0, stored.positions].detach()
print("ours         ", logits[-1, :4])
print("transformers'", stored.logits[-1, :4].float())
