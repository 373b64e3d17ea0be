import tiktoken

encoding = tiktoken.get_encoding("gpt2")
text = "One step.<|endoftext|>One journey."

print(encoding.encode(text, allowed_special={"<|endoftext|>"}))
