from attention.examples import AttentionRecall, RecurrentRecall

for make_model in (RecurrentRecall, AttentionRecall):
    for length in (4, 32):
        model = make_model(length)
        count = sum(p.numel() for p in model.parameters())
        print(f"{make_model.__name__:15} length {length:2}: {count}")
