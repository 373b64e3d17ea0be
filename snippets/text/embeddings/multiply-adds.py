num_tokens, num_ids, num_features = 8, 9, 3
print("here:", num_tokens * num_ids * num_features)

num_tokens, num_ids, num_features = 1024, 50257, 768  # GPT-2, small
print("GPT-2:", num_tokens * num_ids * num_features)
print("numbers that a lookup copies:", num_tokens * num_features)
