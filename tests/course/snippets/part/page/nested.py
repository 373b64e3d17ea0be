from attention import inputs

print(inputs.shape)
