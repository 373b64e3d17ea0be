import tiktoken

encoding = tiktoken.get_encoding("gpt2")
pieces = [encoding.decode_single_token_bytes(i) for i in range(50256)]

print("single bytes:", sum(len(piece) == 1 for piece in pieces))
print("merges:", sum(len(piece) > 1 for piece in pieces))
print("special tokens:", encoding.special_tokens_set)
print("together:", encoding.n_vocab)
