import tiktoken

encoding = tiktoken.get_encoding("gpt2")

for text in ["पानी", "👣"]:
    ids = encoding.encode(text)
    print(encoding.decode(ids), "or, one by one:", end=" ")
    print("".join(encoding.decode([i]) for i in ids))
