# pip install attention-verified
import torch
from attention import (
    AdditiveAttention,
    RecurrentEncoder,
    SelfAttentionV1,
    SelfAttentionV2,
    additive_scores,
    attention_scores,
    attention_weights,
    causal_mask,
    context_vectors,
    masked_attention_weights,
    naive_softmax,
    record_weights,
    scaled_attention_scores,
    scaled_dot_product_attention,
    softmax_jacobian,
    stable_softmax,
)
from attention.examples import inputs

scores = attention_scores(inputs, inputs)  # queries, keys
weights = attention_weights(scores)
print(context_vectors(weights, inputs)[1])

print(naive_softmax(scores, dim=-1)[1, 1])
print(stable_softmax(scores, dim=-1)[1, 1])
print(softmax_jacobian(scores[1]).shape)
print(masked_attention_weights(scores, causal_mask(6))[1])
print(scaled_attention_scores(inputs, inputs)[1, 1])
contexts, weights = scaled_dot_product_attention(inputs, inputs, inputs)
print(contexts.shape, weights.shape)

layer = SelfAttentionV2(d_in=3, d_out=2)  # or SelfAttentionV1
with record_weights(layer) as recorded:
    print(layer(inputs).shape, SelfAttentionV1(3, 2)(inputs).shape)
print([tuple(matrix.shape) for matrix in recorded.values()])

W_query, W_key, v = torch.rand(3, 4), torch.rand(3, 4), torch.rand(4)
print(additive_scores(inputs, inputs, W_query, W_key, v).shape)
additive = AdditiveAttention(d_query=3, d_key=3, d_hidden=4)
print(additive(inputs, inputs, inputs).shape)
print(RecurrentEncoder(3, d_state=4)(inputs[None]).shape)
