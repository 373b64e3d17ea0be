from attention import position_table

print(position_table)
print(position_table.shape)
