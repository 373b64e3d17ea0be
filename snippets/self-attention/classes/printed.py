from attention import SelfAttentionV1, SelfAttentionV2

print(SelfAttentionV1(3, 2))
print(SelfAttentionV2(3, 2))
