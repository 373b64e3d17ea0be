import torch
from attention import attention_weights, scaled_attention_scores
from attention.examples import inputs

torch.manual_seed(123)
W_query, W_key = torch.rand(3, 2), torch.rand(3, 2)

for words in (inputs, inputs[:3]):  # your journey starts [with one step]
    scores = scaled_attention_scores(words @ W_query, words @ W_key)
    print("weights of journey:", attention_weights(scores)[1])
