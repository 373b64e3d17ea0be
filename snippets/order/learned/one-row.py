from attention import position_table

print(position_table[1])
print(position_table[1].shape)
