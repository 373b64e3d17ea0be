"""The kinds of mutants, in the order in which they are made and shown."""

from publish.mutants.constants import Constants
from publish.mutants.drawn import Drawn
from publish.mutants.lines import Lines
from publish.mutants.package import Functions
from publish.mutants.printed import Printed
from publish.mutants.said import Said
from publish.mutants.work import Kind

KINDS: dict[str, type[Kind]] = {
    "printed": Printed,
    "drawn": Drawn,
    "said": Said,
    "lines": Lines,
    "constants": Constants,
    "functions": Functions,
}
