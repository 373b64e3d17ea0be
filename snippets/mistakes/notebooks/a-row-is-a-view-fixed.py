from attention.examples import inputs

x_2 = inputs[1]
x_2 = x_2 / x_2.norm()

print(x_2)
print(inputs[1], inputs[1] @ inputs[0])
