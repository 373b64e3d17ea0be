# pip install attention-verified
from attention import sentence

print(sentence)
print(sentence.split())
