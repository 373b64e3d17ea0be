from attention import causal_mask


def ask(mask):  # True = may attend
    earlier = mask.shape[1] - mask.shape[0]  # keys before the first query
    itself = int(mask.diagonal(earlier).sum())
    later = int(mask.triu(diagonal=earlier + 1).sum())
    return itself, later


for name, mask in (
    ("causal mask", causal_mask(6)),
    ("inverted", ~causal_mask(6)),
    ("two queries", causal_mask(2, 6)),
):
    itself, later = ask(mask)
    print(f"{name:11} {itself} of {len(mask)} to themselves,", end=" ")
    print(f"{later} pairs with a later word")
