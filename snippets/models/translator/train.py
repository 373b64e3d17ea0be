import torch
from attention import (
    Transformer,
    encode_phrases,
    english_vocabulary,
    fit,
    held_out_phrases,
    hindi_vocabulary,
    training_phrases,
    translate_all,
)

torch.set_num_threads(1)
torch.manual_seed(0)
source_ids, target_ids = encode_phrases(training_phrases)
model = Transformer(
    len(english_vocabulary),
    len(hindi_vocabulary),
    context_length=9,
    d_model=32,
    num_layers=1,
    num_heads=4,
    pad_id=0,
)
rows = torch.randint(
    800, (100, 64), generator=torch.Generator().manual_seed(0)
)
batches = (
    (source_ids[r], target_ids[r, :-1], target_ids[r, 1:]) for r in rows
)
fit(model, batches, learning_rate=0.01, pad_id=0)

english, hindi = zip(*held_out_phrases, strict=True)
written = translate_all(model, english)
right = sum(w == h for w, h in zip(written, hindi, strict=True))
print(f"{sum(p.numel() for p in model.parameters()):,} parameters")
print("at least 155 of 160 right:", right >= 155)
