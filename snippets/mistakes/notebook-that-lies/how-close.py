from attention.examples import inputs

half = 0.00005  # the most that rounding to four decimals can change
for total in inputs.sum(dim=1):
    print(f"{total * half + half:.6f}")
