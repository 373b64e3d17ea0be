from attention.examples import tokens

print(len(tokens))
