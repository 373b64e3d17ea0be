from attention import alibi_slopes

print("head formula   code")
for h, slope in enumerate(alibi_slopes(12), start=1):
    print(f"{h:4}   {2 ** (-8 * h / 12):.3f}  {slope:.3f}")
