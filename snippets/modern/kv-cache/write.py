import torch
from attention.examples import load_trained, story_ids

model = load_trained("story")
ids, read = story_ids[None, :8], []
model.tok_emb.register_forward_pre_hook(
    lambda _, args: read.append(args[0].shape[-1])
)
plain = model.generate(ids, 16)
print(sum(read), "tokens:", *read)
read.clear()
cached = model.generate(ids, 16, use_cache=True)
print(sum(read), "tokens:", *read)
print(torch.equal(plain, cached))
