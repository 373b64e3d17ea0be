import math

num_tokens, length, stride, batch_size = 566, 16, 16, 8

windows = (num_tokens - length - 1) // stride + 1
print("answer:", math.ceil(windows / batch_size))
print("the last, smaller batch left out:", windows // batch_size)
print("windows, not batches:", windows)
print("a window for each token:", math.ceil(num_tokens / batch_size))
