from attention import elu_plus_one, normalised_linear_attention
from attention.examples import plane_keys, plane_queries, plane_values

phi_q, phi_k = elu_plus_one(plane_queries), elu_plus_one(plane_keys)
scores = (phi_q @ phi_k.mT).tril()
weights = scores / scores.sum(dim=-1, keepdim=True)
print("with a square: ", (weights @ plane_values)[-1])

contexts, state = normalised_linear_attention(
    plane_queries, plane_keys, plane_values
)
print("with a state:  ", contexts[-1])
print(state)
print("sum of phi(k): ", phi_k.sum(dim=0))
