from attention import SelfAttentionV1, SelfAttentionV2

for layer in (SelfAttentionV1(3, 2), SelfAttentionV2(3, 2)):
    for key, tensor in layer.state_dict().items():
        print(f"{key:14}", tuple(tensor.shape))
