import tiktoken

encoding = tiktoken.get_encoding("gpt2")
text = "One step.<|endoftext|>One journey."

print(encoding.encode(text, allowed_special={"<|endoftext|>"}))
print(encoding.encode(text, disallowed_special=()))
encoding.encode(text)  # raises ValueError: Encountered text corresponding
