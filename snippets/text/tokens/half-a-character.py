import tiktoken

encoding = tiktoken.get_encoding("gpt2")
ids = encoding.encode("One step 👣")

print("".join(encoding.decode([i]) for i in ids))  # wrong: one by one
print(encoding.decode(ids))  # right: all bytes first, then characters
