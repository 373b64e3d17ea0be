"""Functions that only return an expression, written where they are called."""

import ast
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from publish.export.definitions import Definition, Edit, Text
from publish.outputs.reach import Name

SIMPLE = ast.Name | ast.Attribute | ast.Constant
LOOSE = ast.BinOp | ast.BoolOp | ast.Compare | ast.UnaryOp | ast.IfExp
NESTED = LOOSE | ast.Attribute | ast.Subscript | ast.Starred | ast.Await


def inlined(
    needed: dict[Name, Definition], asked: Iterable[Name]
) -> dict[Name, Definition]:
    """Definitions in order, without those that can be written where they are called.

    What is asked for stays as it is.
    """
    short: dict[str, str] = {}
    found: dict[Name, Definition] = {}
    for name, definition in needed.items():
        called = _names(definition.text) & short.keys()
        text = _exchanged(definition.text, frozenset((n, short[n]) for n in called))
        found[name] = replace(definition, text=text)
        if name not in asked and _only_returns(text):
            short[name[1]] = text
    while True:
        read = frozenset[str]().union(*(_names(d.text) for d in found.values()))
        left = {n: d for n, d in found.items() if n[1] not in short or n[1] in read}
        if left.keys() == found.keys():
            return found
        found = left


@cache
def _names(text: str) -> frozenset[str]:
    nodes = ast.walk(ast.parse(text))
    return frozenset(node.id for node in nodes if isinstance(node, ast.Name))


@cache
def _only_returns(text: str) -> bool:
    function = ast.parse(text).body[0]
    parts = {type(node) for node in ast.walk(function)}
    return (
        isinstance(function, ast.FunctionDef)
        and isinstance(function.body[0], ast.Return)
        and not function.decorator_list
        and function.args.vararg is None
        and not parts & {ast.Lambda, ast.ListComp, ast.GeneratorExp, ast.DictComp}
    )


@cache
def _exchanged(text: str, called: frozenset[tuple[str, str]]) -> str:
    """The source with the expressions of short functions in place of their calls."""
    short = {name: ast.parse(source).body[0] for name, source in called}
    while short:
        source = Text(text)
        edits: list[Edit] = []
        for parent in ast.walk(source.tree):
            for node in ast.iter_child_nodes(parent):
                new = _expression(node, short)
                if new is not None and isinstance(node, ast.Call):
                    inside = isinstance(parent, NESTED) or node is getattr(
                        parent, "func", None
                    )
                    words = ast.unparse(new)
                    bare = not (inside and isinstance(new, LOOSE))
                    edits.append((*source.span(node), words if bare else f"({words})"))
        if not edits:
            break
        text = source.edited(edits)
    return text


def _expression(node: ast.AST, short: dict[str, ast.stmt]) -> ast.expr | None:
    """What a call of a short function stands for, if that can be written in place."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return None
    function = short.get(node.func.id)
    if not isinstance(function, ast.FunctionDef) or any(
        isinstance(arg, ast.Starred) for arg in node.args
    ):
        return None
    names = [arg.arg for arg in function.args.args + function.args.kwonlyargs]
    given: dict[str, ast.expr] = {}
    for names_of, defaults in (
        (function.args.args, function.args.defaults),
        (function.args.kwonlyargs, function.args.kw_defaults),
    ):
        last = names_of[len(names_of) - len(defaults) :]
        for argument, default in zip(last, defaults, strict=True):
            if default is not None:
                given[argument.arg] = default
    given |= dict(zip(names, node.args, strict=False))
    given |= {word.arg: word.value for word in node.keywords if word.arg}
    body = ast.unparse(function.body[0]).removeprefix("return ")
    expression = ast.parse(body, mode="eval").body
    read = [part.id for part in ast.walk(expression) if isinstance(part, ast.Name)]
    if given.keys() != {*names} or any(
        read.count(name) > 1 and not isinstance(given[name], SIMPLE) for name in names
    ):
        return None

    class Put(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.AST:
            return given.get(node.id, node)

    return Put().visit(expression)
