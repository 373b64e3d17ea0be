from attention import delta_rule_in_chunks
from attention.examples import delta_reference
from attention.loaders import read_safetensors

stored = read_safetensors(delta_reference())
names = "queries", "keys", "values", "betas", "log_decays", "state"
for model in ("qwen", "kimi"):
    q, k, *rest = (stored[f"{model}.{name}"] for name in names)
    q, k = (x / (x.square().sum(-1, True) + 1e-6).sqrt() for x in (q, k))
    contexts, _ = delta_rule_in_chunks(q / 5**0.5, k, *rest)
    theirs = stored[f"{model}.contexts"]
    same = ((contexts - theirs).abs() < 2e-6).sum()
    print(model, tuple(theirs.shape), f"{same} of 438 within 2e-6")
    print(contexts[0, -1], theirs[0, -1])
