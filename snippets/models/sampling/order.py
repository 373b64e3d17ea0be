import torch
from attention import keep_top_p, scale_logits

logits = torch.tensor([0.4, 0.3, 0.2, 0.1]).log()

temperature_first = keep_top_p(scale_logits(logits, 2.0), 0.65)
top_p_first = scale_logits(keep_top_p(logits, 0.65), 2.0)
print(torch.softmax(temperature_first, dim=-1))
print(torch.softmax(top_p_first, dim=-1))
