def square(x):
    return x * x


for step in (1.0, 0.1, 0.001):
    slope = (square(3 + step) - square(3)) / step
    print(step, round(slope, 3))
