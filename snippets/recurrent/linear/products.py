d = 64
for n in (16, 64, 1_024, 65_536):
    square = 2 * n * n * d  # all scores, then all sums
    state = 2 * n * d * d  # each token writes and reads d x d numbers
    print(f"{n:6,} tokens: {square:15,} or {state:11,} products")
