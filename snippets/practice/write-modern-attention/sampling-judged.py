# pip install attention-verified
from attention.practice import judge

print(judge("sampling"))
