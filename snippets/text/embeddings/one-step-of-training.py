import torch
from attention import build_vocabulary, embedding_table, inputs, tokens

vocabulary = build_vocabulary(tokens)
table = embedding_table(vocabulary, tokens, inputs)
embedding = torch.nn.Embedding.from_pretrained(table.clone(), freeze=False)
optimizer = torch.optim.SGD(embedding.parameters(), lr=0.5)

one, step = embedding(torch.tensor([4, 6]))
loss = -torch.dot(one, step)  # smaller when they are more alike
loss.backward()
optimizer.step()
for token, i in vocabulary.items():
    print(f"{token:8}", embedding.weight[i].detach() - table[i])
