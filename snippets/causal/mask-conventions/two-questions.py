from attention import causal_mask


def ask(mask):  # True = may attend
    earlier = mask.shape[1] - mask.shape[0]  # keys before the first query
    itself = int(mask.diagonal(earlier).sum())
    later = int(mask.triu(diagonal=earlier + 1).sum())
    return f"{itself} of {len(mask)} see themselves, {later} later pairs"


print("causal mask:", ask(causal_mask(6)))
print("inverted:   ", ask(~causal_mask(6)))
print("two queries:", ask(causal_mask(2, 6)))
