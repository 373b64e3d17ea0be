"""How exact a number is, as it is written."""


def last_digit(number: str) -> int:
    """The power of ten that a number's last digit counts."""
    mantissa, _, exponent = number.lower().replace("−", "-").partition("e")
    return int(exponent or 0) - len(mantissa.partition(".")[2])
