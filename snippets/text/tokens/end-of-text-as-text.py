import tiktoken

encoding = tiktoken.get_encoding("gpt2")

ids = encoding.encode("<|endoftext|>", disallowed_special=())
print(ids)
print([encoding.decode([i]) for i in ids])
