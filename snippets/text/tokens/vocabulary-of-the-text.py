import tiktoken
from attention import sentence

encoding = tiktoken.get_encoding("gpt2")
used = sorted(set(encoding.encode(sentence)))

for i in used:
    print(f"{i:5}", encoding.decode_single_token_bytes(i))
print("used:", len(used), "of", encoding.n_vocab)
