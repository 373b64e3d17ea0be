# pip install "attention-verified[text,plot]"
import matplotlib.pyplot as plt
import tiktoken
from attention import cuts, sentence, tokens

encoding = tiktoken.get_encoding("gpt2")
subwords = [encoding.decode([i]) for i in encoding.encode(sentence)]
with_gaps = [piece for word in tokens for piece in (word, None)]
print(len(sentence), len(tokens), len(subwords))

rows = {
    f"{len(sentence)} characters": list(sentence),
    f"{len(tokens)} words": with_gaps,
    f"{len(subwords)} tokens of GPT-2": subwords,
}
cuts(rows)
plt.show()
