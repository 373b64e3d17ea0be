import tiktoken
from attention.examples import story

ids = tiktoken.get_encoding("gpt2").encode(story)
length, stride = 4, 4

inputs, targets = [], []
for start in range(0, len(ids) - length, stride):
    inputs.append(ids[start : start + length])
    targets.append(ids[start + 1 : start + length + 1])

print(inputs[:3])
print(targets[:3])
print("windows:", len(inputs))
