from attention.examples import inputs

print(inputs[1], inputs[1] @ inputs[0])

x_2 = inputs[1]
x_2 /= x_2.norm()  # of length one, for cosines

print(inputs[1], inputs[1] @ inputs[0])
