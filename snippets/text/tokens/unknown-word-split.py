import tiktoken

encoding = tiktoken.get_encoding("gpt2")

for word in [" journeyed", "journeyed", " unjourneyed"]:
    ids = encoding.encode(word)
    pieces = [encoding.decode([i]) for i in ids]
    print(f"{word!r:14}", pieces, ids)
