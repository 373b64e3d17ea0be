# pip install "attention-verified[text]"
import tiktoken
from attention import sentence

encoding = tiktoken.get_encoding("gpt2")

print("n_vocab:", encoding.n_vocab)
print(encoding.encode(sentence))
