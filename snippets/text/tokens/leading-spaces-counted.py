import tiktoken

encoding = tiktoken.get_encoding("gpt2")
pieces = [encoding.decode_single_token_bytes(i) for i in range(50256)]
known = set(pieces)
spaced = [piece for piece in pieces if piece.startswith(b" ")]
twins = [piece for piece in spaced if piece[1:] in known]

print(f"with a leading space: {len(spaced)}, {len(spaced) / 50256:.4f}")
print(f"also a token without it: {len(twins)}")
for i in [2239, 9662]:
    print(i, pieces[i])
