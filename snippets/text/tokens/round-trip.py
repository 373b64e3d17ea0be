import tiktoken

encoding = tiktoken.get_encoding("gpt2")

for text in [
    "Your journey starts with one step.",
    "YOUR  journey:\n\tstep!?",
]:
    ids = encoding.encode(text)
    print(len(ids), "tokens, decoded equal:", encoding.decode(ids) == text)
