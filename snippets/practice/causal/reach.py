from attention import causal_mask

num_tokens, window = 100, 8
one_layer = causal_mask(num_tokens).triu(1 - window).float()

reach, layers = one_layer, 1  # who has heard of whom so far
while reach[-1, 0] == 0:
    reach = (one_layer @ reach).clamp(max=1)
    layers += 1
print("answer:", layers)

steps = num_tokens - 1  # from the last word back to the first
assert layers == -(-steps // (window - 1))  # divided, and rounded up
print("a layer reaches back the window less one:", -(-steps // window))
print("rounded down, one word is not reached:", steps // (window - 1))
print("divided by the window, and rounded down:", steps // window)
print("as without a window:", 1)
print("as if a layer went back one word:", steps)
