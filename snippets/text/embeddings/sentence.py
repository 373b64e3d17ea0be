import torch
from attention.examples import inputs, sentence, tokens
from attention.text import build_vocabulary, embedding_table, encode_words

vocabulary = build_vocabulary(tokens)
table = embedding_table(vocabulary, tokens, inputs)
embedding = torch.nn.Embedding.from_pretrained(table)

ids = torch.tensor(encode_words(sentence, vocabulary))
print(ids)
print(embedding(ids))
same = (embedding(ids)[1:-1] == inputs).all(dim=-1)
print("rows as in inputs:", int(same.sum()), "of", len(inputs))
