import tiktoken

encoding = tiktoken.get_encoding("gpt2")

for text in ["step", " step", "Step", " Step"]:
    print(f"{text!r:8}", encoding.encode(text))
