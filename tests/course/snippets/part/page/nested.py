from attention.examples import inputs

print(inputs.shape)
