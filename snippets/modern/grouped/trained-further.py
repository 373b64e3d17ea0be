import torch
from attention import to_grouped
from attention.examples import fit, load_trained, story_ids

torch.set_num_threads(1)
windows = story_ids.unfold(0, 25, 1)
ids, targets = windows[:, :-1], windows[:, 1:]

for start in ("averaged", "fresh"):
    generator = torch.Generator().manual_seed(0)
    chosen = torch.randint(len(windows), (30, 32), generator=generator)
    model = load_trained("story")
    layer = to_grouped(model.blocks[0].attention, num_kv_groups=1)
    model.blocks[0].attention = layer
    if start == "fresh":
        for linear in (layer.W_key, layer.W_value):
            std = linear.weight.std().item()
            torch.nn.init.normal_(
                linear.weight, std=std, generator=generator
            )
    fit(model, ((ids[c], targets[c]) for c in chosen), learning_rate=0.005)
    with torch.no_grad():
        found = model(ids).argmax(dim=-1) == targets
    print(start, found[:, 12:].sum().item() > 5200)
