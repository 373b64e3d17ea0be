def head_width(width, heads):
    if width % heads:
        raise ValueError(f"{heads} heads do not divide {width}")
    return width // heads


print(head_width(768, 12))
head_width(768, 7)  # raises ValueError: 7 heads do not divide 768
