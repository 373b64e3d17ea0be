from unicodedata import name

import tiktoken

encoding = tiktoken.get_encoding("gpt2")

for emoji in ["👣", "🧭"]:
    ids = encoding.encode(emoji)
    pieces = [encoding.decode_single_token_bytes(i) for i in ids]
    print(name(emoji), ids, pieces)
