import torch
from attention import (
    CausalAttention,
    SelfAttentionV2,
    causal_mask,
    masked_attention_weights,
    scaled_attention_scores,
)
from attention.examples import inputs


class NoLimit(SelfAttentionV2):  # three matrices, and no mask
    def forward(self, x):
        scores = scaled_attention_scores(self.W_query(x), self.W_key(x))
        mask = causal_mask(x.shape[-2], device=x.device)
        return masked_attention_weights(scores, mask) @ self.W_value(x)


torch.manual_seed(123)
layer = CausalAttention(3, 2, context_length=6, dropout=0.0)
free = NoLimit(3, 2)
free.load_state_dict(layer.state_dict())
print("with a limit:", layer(inputs)[5].detach())
print("without:     ", free(inputs)[5].detach())
print(free(inputs.repeat(200, 1)).shape)
