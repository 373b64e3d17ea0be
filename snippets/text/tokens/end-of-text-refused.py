import tiktoken

encoding = tiktoken.get_encoding("gpt2")
text = "One step.<|endoftext|>One journey."

encoding.encode(text)  # raises ValueError: Encountered text corresponding
