from attention import window_mask

print(window_mask(6, window=3).int())
