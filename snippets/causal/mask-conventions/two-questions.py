from attention import causal_mask


def is_causal(mask):  # True = may attend
    itself = mask.diagonal().all()
    later = mask.triu(diagonal=1).any()
    return bool(itself and not later)


print(is_causal(causal_mask(6)))
print(is_causal(~causal_mask(6)))
