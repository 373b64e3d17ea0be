import tiktoken

encoding = tiktoken.get_encoding("gpt2")

for text in ["पानी", "👣"]:
    ids = encoding.encode(text)
    print("characters:", [character.encode() for character in text])
    pieces = [encoding.decode_single_token_bytes(i) for i in ids]
    print("tokens:    ", pieces)
    print(encoding.decode(ids), "or, one by one:", end=" ")
    print("".join(encoding.decode([i]) for i in ids))
