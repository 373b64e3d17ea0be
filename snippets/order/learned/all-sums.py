from attention import inputs, position_table

X = inputs + position_table[:6]
print(X)
print("X[1]:", X[1])
