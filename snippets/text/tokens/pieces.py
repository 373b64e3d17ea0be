import tiktoken
from attention import sentence

encoding = tiktoken.get_encoding("gpt2")

for i in encoding.encode(sentence):
    print(f"{i:5}", encoding.decode_single_token_bytes(i))
