from tempfile import TemporaryDirectory

from attention.examples import drawn_checkpoint
from attention.gallery import load

stored = drawn_checkpoint("mixtral")
with TemporaryDirectory() as folder:
    stored.write(folder)  # config.json and model.safetensors
    model = load(folder)
logits = model(stored.ids[None]).detach()[0, stored.positions]
print("ours         ", logits[-1, :4])
print("transformers'", stored.logits[-1, :4].float())
