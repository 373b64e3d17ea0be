from attention.examples import encode_pairs, load_trained

writes = [("B", 12), ("F", 20), ("K", 3), ("B", 7)]
print(*(f"{key} = {value}" for key, value in writes), sep=", ")
print("B is now")
models = load_trained("rewritten")
for rule in ("softmax", "linear", "decay", "delta"):
    logits = models[rule](encode_pairs(writes, asked="B"))[-1]
    shares, values = logits.softmax(dim=-1).topk(2)
    for value, share in zip(values, shares, strict=True):
        rule += f" {value} ({share:.2f})"
    print(rule)
