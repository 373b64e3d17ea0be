from attention import position_table

print(position_table.shape)
print(position_table[:6])
