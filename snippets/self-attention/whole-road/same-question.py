from attention import W_Q, inputs, position_table

X = inputs + position_table[:6]
print("without places:", inputs[1] @ W_Q.T, inputs[2] @ W_Q.T)
print("with places:   ", X[1] @ W_Q.T, X[2] @ W_Q.T)
