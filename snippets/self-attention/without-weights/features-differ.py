from attention import attention_scores, inputs

attention_scores(inputs, inputs[:, :2])  # raises ValueError: keys must have
