from attention.practice import judge

print(judge("grouped"))
