import torch
from attention.examples import drawn_checkpoint
from attention.gallery import build

PLAIN = {"rope_type": "default", "rope_theta": 1e4}
LINEAR = {"rope_type": "linear", "rope_theta": 1e6, "factor": 8.0}
LONG = {"factor": 8.0, "original_max_position_embeddings": 64}
YARN = PLAIN | LONG | {"rope_type": "yarn"}
FULL, NEAR = "full_attention", "sliding_attention"


def logits(name, rules):
    config = {**drawn_checkpoint(name).config, "head_dim": 32}
    model = build({**config, "rope_parameters": rules}).double()
    generator = torch.Generator().manual_seed(123)
    for called, parameter in model.named_parameters():
        parameter.normal_("norm" in called, 0.2, generator=generator)
    return model(drawn_checkpoint(name).ids[None])[0]


gemma, olmo = ({FULL: far, NEAR: PLAIN} for far in (LINEAR, YARN))
mistakes = {
    "no YaRN": ("gpt_oss", YARN, PLAIN),
    "vectors not longer": ("gpt_oss", YARN, YARN | {"attention_factor": 1}),
    "ramp from 4 turns": ("gpt_oss", YARN, YARN | {"beta_fast": 4}),
    "limits not rounded": ("gpt_oss", YARN, YARN | {"truncate": False}),
    "no factor": ("gemma3", gemma, {FULL: LINEAR | PLAIN, NEAR: PLAIN}),
    "factor in all layers": (
        "gemma3",
        gemma,
        {FULL: LINEAR, NEAR: LINEAR | {"rope_theta": 1e4}},
    ),
    "YaRN in all layers": ("olmo3", olmo, {FULL: YARN, NEAR: YARN}),
}
print("error / std                   1 token  8 tokens  150 tokens")
for mistake, (name, *rules) in mistakes.items():
    with torch.no_grad():
        right, wrong = (logits(name, each) for each in rules)
    off = (wrong - right).abs() / right.std()
    errors = [off[:n].max() for n in (1, 8, 150)]
    print(f"{name:8}{mistake:20}", *(f"{error:8.3f}" for error in errors))
