d = 64  # of one head
state = d * (d + 1)  # with the normaliser
for n in (16, 32, 33, 64):
    cache = 2 * n * d
    print(f"{n} tokens: cache {cache:,}, state {state:,}")
