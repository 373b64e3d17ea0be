# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import delta_rule
from attention.examples import delta_reference
from attention.loaders import read_safetensors
from attention.plotting import COLOURS

names = "queries", "keys", "values", "betas", "log_decays", "state"
stored = read_safetensors(delta_reference())
raw_q, raw_k, *rest = (stored[f"qwen.{name}"] for name in names)
q, k = (
    x / (x.square().sum(-1, True) + 1e-6).sqrt() for x in (raw_q, raw_k)
)
values, betas, logs, state = rest
recipes = {
    "as it should be": (q / 5**0.5, k, *rest),
    "queries not scaled": (q, k, *rest),
    "no decay": (q / 5**0.5, k, values, betas, 0 * logs, state),
    "gates exchanged": (
        q / 5**0.5, k, values, logs.exp(), betas.log(), state,
    ),
    "heads exchanged": (q / 5**0.5, k, values, betas.flip(0), logs, state),
    "state forgotten": (q / 5**0.5, k, values, betas, logs, 0 * state),
}  # fmt: skip
offs = [
    (delta_rule(*given)[0] - stored["qwen.contexts"]).abs().max().item()
    for given in recipes.values()
]
_, ax = plt.subplots(figsize=(4.2, 2.8), layout="constrained")
bars = ax.barh(list(recipes), offs, color=COLOURS["context"])
ax.bar_label(bars, labels=[f"{off:.2f}" for off in offs], padding=3)
ax.invert_yaxis()
ax.set(xlabel="largest difference", xlim=(0, 1.2 * max(offs)))
ax.spines[["top", "right"]].set_visible(False)
plt.show()
