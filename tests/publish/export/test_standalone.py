import ast

from publish.export.standalone import Strip


def test_what_is_beside_a_check_stays_with_its_condition() -> None:
    code = "if here:\n    check(x)\nelse:\n    y = 1\nif x < 1:\n    check(x)"
    assert ast.unparse(Strip(True).visit(ast.parse(code))) == "if not here:\n    y = 1"
