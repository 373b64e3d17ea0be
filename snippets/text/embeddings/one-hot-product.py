import torch
import torch.nn.functional as F
from attention.examples import inputs, tokens
from attention.text import build_vocabulary, embedding_table

table = embedding_table(build_vocabulary(tokens), tokens, inputs)
journey = F.one_hot(torch.tensor(3), num_classes=9).float()
print(journey)
print(journey @ table)  # (9,) @ (9, 3) -> (3,)

ids = torch.tensor([1, 8, 3, 5, 7, 4, 6, 2])
rows = F.one_hot(ids, num_classes=9).float()  # (8, 9)
same = (rows @ table == table[ids]).all(dim=-1)
print("rows as looked up:", int(same.sum()), "of", len(ids))
