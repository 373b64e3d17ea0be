from attention.distributed import SHAPES, WAYS, bytes_sent

print("GB sent by each GPU      2       8      64   1,024")
for name, tokens in (("Llama 3 70B", 8192), ("DeepSeek-V3", 8192)):
    for way in WAYS:
        row = ""
        for ranks in (2, 8, 64, 1024):
            try:
                sent = bytes_sent(SHAPES[name], way, ranks, tokens)
                row += f"{sent / 1e9:8,.0f}"
            except ValueError:
                row += "       –"
        print(f"{name:11} {way:8}{row}")
