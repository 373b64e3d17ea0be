products = [0.55 * 0.43, 0.87 * 0.15, 0.66 * 0.89]  # journey times your

for product in products:
    print(f"{product:.4f}")
print(f"sum: {sum(products):.4f}")
