from attention.examples import W_query, inputs, position_table

X = inputs + position_table[:6]
print("without positions:", inputs[1] @ W_query.T, inputs[2] @ W_query.T)
print("with positions:   ", X[1] @ W_query.T, X[2] @ W_query.T)
