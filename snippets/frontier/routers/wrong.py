# pip install "attention-verified[plot]"
from functools import partial
from tempfile import TemporaryDirectory

import matplotlib.pyplot as plt
import torch
from attention import MixtureOfExperts
from attention.examples import drawn_checkpoint
from attention.gallery import load
from attention.plotting import COLOURS


def not_divided(router, x):
    shares = torch.softmax(router.W_router(x), dim=-1)
    return shares.topk(router.top_k)[::-1]


def no_bias_in_scores(router, x):
    scores, chosen = (x @ router.W_router.weight.T).topk(router.top_k)
    return chosen, torch.softmax(scores, dim=-1)


def biased(router, x, choice, weight, scale):
    scores, bias = router.W_router(x), router.bias
    chosen = router.choose(choice(scores, bias))
    weights = weight(scores, bias).gather(-1, chosen)
    return chosen, scale * weights / weights.sum(-1, keepdim=True)


def alone(scores, bias):
    return torch.sigmoid(scores)


def after(scores, bias):
    return torch.sigmoid(scores) + bias


def before(scores, bias):
    return torch.sigmoid(scores + bias)


def exponential(scores, bias):  # divided by their sum: softmax
    return scores.exp()


def no_groups(router, x):
    router.num_groups = router.top_groups = 1
    return type(router).forward(router, x)


softmaxed = partial(biased, choice=after, weight=exponential, scale=2.5)
mistakes = {
    "Mixtral: not ÷ sum": ("mixtral", not_divided),
    "Qwen3: not ÷ sum": ("qwen3_moe", not_divided),
    "gpt-oss: no bias": ("gpt_oss", no_bias_in_scores),
    "GLM-4.5: softmax": ("glm4_moe", softmaxed),
}
for name, *rule in (
    ("no mistake", after, alone, 2.5),
    ("no bias", alone, alone, 2.5),
    ("bias in the scores", before, alone, 2.5),
    ("bias in the weights", after, after, 2.5),
    ("no scale", after, alone, 1.0),
):
    keys = ("choice", "weight", "scale")
    parts = dict(zip(keys, rule, strict=True))
    mistakes[f"GLM-4.5: {name}"] = ("glm4_moe", partial(biased, **parts))
mistakes["DeepSeek-V3.2: no groups"] = ("deepseek_v32", no_groups)

errors = []
for name, rule in mistakes.values():
    stored = drawn_checkpoint(name)
    with TemporaryDirectory() as folder, torch.no_grad():
        model = load(stored.write(folder), torch.float64)
        right = model(stored.ids[None])[0]
        for module in model.modules():
            if isinstance(module, MixtureOfExperts):
                module.router.forward = partial(rule, module.router)
        off = (model(stored.ids[None])[0] - right).abs() / right.std()
    errors.append(off.max().item())

plt.rc("font", size=11)
_, ax = plt.subplots(figsize=(4.2, 3.4), layout="constrained")
bars = ax.barh(list(mistakes), errors, color=COLOURS["context"])
ax.bar_label(bars, labels=[f"{each:.2f}" for each in errors], padding=3)
ax.invert_yaxis()
ax.set(xlabel="error ÷ std of logits", xlim=(0, 2.3))
ax.spines[["top", "right"]].set_visible(False)
plt.show()
