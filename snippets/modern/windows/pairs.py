def pairs(num_tokens, window):
    w = min(window, num_tokens)
    return w * num_tokens - w * (w - 1) // 2


print(pairs(12, 4), "of", pairs(12, 12))
for num_tokens in (4096, 8192, 32_768):
    share = pairs(num_tokens, 4096) / pairs(num_tokens, num_tokens)
    print(f"{num_tokens:6} tokens: {share:.2f}")
