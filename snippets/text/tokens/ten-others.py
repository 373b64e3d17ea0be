import random

import tiktoken

encoding = tiktoken.get_encoding("gpt2")
chosen = random.Random(123).sample(range(encoding.n_vocab), 10)

for i in chosen:
    print(f"{i:5}", encoding.decode_single_token_bytes(i))
