from attention import tokens

print(len(tokens))
