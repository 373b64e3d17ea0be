import torch
from attention import (
    CrossAttention,
    causal_mask,
    context_vectors,
    mask_from_lengths,
    masked_attention_weights,
    merge_heads,
    scaled_attention_scores,
    split_heads,
)
from attention.examples import inputs, target_inputs

layer = CrossAttention(3, 4, dropout=0.0, num_heads=2)


def shapes(asks, read, mask):
    queries, keys, values = (
        layer.W_query(asks),
        layer.W_key(read),
        layer.W_value(read),
    )
    Q, K, V = (split_heads(rows, 2) for rows in (queries, keys, values))
    scores = scaled_attention_scores(Q, K)
    weights = masked_attention_weights(scores, mask)
    Z = context_vectors(weights, V)
    return {
        "asks": asks,
        "is read": read,
        "W_query": layer.W_query.weight,
        "W_key, W_value": layer.W_key.weight,
        "queries": queries,
        "keys, values": keys,
        "Q of the heads": Q,
        "K, V of the heads": K,
        "K transposed": K.transpose(-2, -1),
        "scores, scaled": scores,
        "mask": mask,
        "weights": weights,
        "Z of the heads": Z,
        "side by side": merge_heads(Z),
        "W of out_proj": layer.out_proj.weight,
        "result": layer.out_proj(merge_heads(Z)),
    }


X, Y = inputs.repeat(5, 1, 1), target_inputs.repeat(5, 1, 1)
lengths = torch.tensor([6, 5, 4, 3, 2])
padding = mask_from_lengths(lengths, 6).unsqueeze(1)  # for all heads
one, two = shapes(X, X, causal_mask(6)), shapes(Y, X, padding)
for name in one:
    print(f"{name:18}{tuple(one[name].shape)!s:14}{tuple(two[name].shape)}")
