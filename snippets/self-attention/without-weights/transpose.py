from attention import inputs

print(inputs.T)
print(inputs.T.shape)
