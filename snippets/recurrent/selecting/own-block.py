import torch
from attention import select_keys

torch.manual_seed(123)
Q, K = torch.randn(64, 16), torch.randn(64, 16)
block = torch.arange(64) // 8


def chosen(keys, own_is_scored):
    scores = Q @ keys.unflatten(0, (8, 8)).mean(dim=1).T
    own = block[:, None] == torch.arange(8)
    earlier = block[:, None] > torch.arange(8)
    if own_is_scored:
        return select_keys(scores, 2, earlier | own)
    return select_keys(scores, 1, earlier) | own


changed = K.clone()
changed[47] = 10 * Q[40:47].mean(dim=0)  # the last key of its block
for scored in (True, False):
    rows = (chosen(K, scored) != chosen(changed, scored)).any(dim=1)
    name = "scored by its mean" if scored else "always kept"
    print(f"own block {name}: {rows[:47].sum()} earlier rows change")
