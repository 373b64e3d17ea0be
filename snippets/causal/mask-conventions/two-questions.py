from attention import causal_mask


def is_causal(mask):  # True = may attend
    earlier = mask.shape[1] - mask.shape[0]  # keys before the first query
    itself = mask.diagonal(earlier).all()
    later = mask.triu(diagonal=earlier + 1).any()
    return bool(itself and not later)


print("causal mask:     ", is_causal(causal_mask(6)))
print("inverted:        ", is_causal(~causal_mask(6)))
print("two queries:     ", is_causal(causal_mask(2, 6)))
