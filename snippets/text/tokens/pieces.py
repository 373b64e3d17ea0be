import tiktoken
from attention.examples import sentence

encoding = tiktoken.get_encoding("gpt2")
ids = encoding.encode(sentence)

print(ids)
for i in ids:
    print(f"{i:5}", encoding.decode_single_token_bytes(i))
print("decoded:", encoding.decode(ids))
print("used:", len(set(ids)), "of n_vocab =", encoding.n_vocab)
