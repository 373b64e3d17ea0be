import torch
from attention import attention_weights, scaled_attention_scores
from attention.examples import inputs

torch.manual_seed(123)
W_query, W_key = (torch.rand(3, 2, requires_grad=True) for _ in range(2))

for update in range(31):
    scores = scaled_attention_scores(inputs @ W_query, inputs @ W_key)
    weights = attention_weights(scores)
    if update % 10 == 0:
        print(update, " ".join(f"{w:.2f}" for w in weights[1].tolist()))
    loss = -torch.log(weights[1, 5])  # journey should attend to step
    slopes = torch.autograd.grad(loss, (W_query, W_key))
    with torch.no_grad():
        W_query -= 0.5 * slopes[0]
        W_key -= 0.5 * slopes[1]
print(W_key.detach())
