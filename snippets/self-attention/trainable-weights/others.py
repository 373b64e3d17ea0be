import torch
from attention import attention_weights, scaled_attention_scores
from attention.examples import inputs

centred = inputs - inputs.mean(dim=0)  # the words' mean taken away
for name, x in (("as given", inputs), ("centred", centred)):
    torch.manual_seed(123)
    W_query, W_key = (torch.rand(3, 2, requires_grad=True) for _ in "qk")
    for update in range(201):
        scores = scaled_attention_scores(x @ W_query, x @ W_key)
        weights = attention_weights(scores)
        if update in (0, 200):  # what each of the six words gives step
            print(name, *(f"{w:.4f}" for w in weights[:, 5].tolist()))
        slopes = torch.autograd.grad(-weights[1, 5].log(), (W_query, W_key))
        with torch.no_grad():
            W_query -= 0.5 * slopes[0]
            W_key -= 0.5 * slopes[1]
