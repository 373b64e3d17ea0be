from attention import attention_weights
from attention.examples import inputs
from torch.nn.functional import normalize

unit = normalize(inputs, dim=-1)  # each word of length 1
best = attention_weights(unit @ unit.T).argmax(dim=-1)

print("lengths:", inputs.norm(dim=-1))
print("largest in each row, at equal lengths:", best)
