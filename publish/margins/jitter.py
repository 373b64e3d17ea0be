"""Another machine's arithmetic, in a model: what is inexact comes out otherwise.

Processors agree on sums, products and quotients of two numbers, but not on the order
in which a long sum is added, on whether a product is rounded before it is added, and
on the last bit of an exponential. So where torch hands its operations to Python, those
three kinds are computed again in double precision, and rounded as another machine
might have rounded them. What comes out exact, or is an integer, a copy, a comparison
or a draw, stays as it is.

The model is a machine, not a die: a seed fixes how it rounds a value, so the same
operation on the same numbers gives the same result.
"""

import math
from collections.abc import Callable
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map

# Right to the last bit or the one before. A quotient by a scalar is, on some devices,
# a product with its reciprocal; products and sums in one are rounded once or twice.
POINTWISE = {
    "addcdiv", "addcmul", "atan", "div", "erf", "exp", "exp2", "expm1", "gelu",
    "lerp", "linspace", "log", "log10", "log1p", "log2", "logspace", "cos", "pow",
    "reciprocal", "rsqrt", "sigmoid", "silu", "sin", "softplus", "sqrt", "tan", "tanh",
}  # fmt: skip
# Drawn, and then multiplied or given to a logarithm.
DRAWN = {"normal", "randn", "uniform"}
# An exponential, a sum and a quotient.
SOFTMAX = {"_softmax", "_safe_softmax"}
# Sums of products, with the place of the tensor whose last axis is summed over.
SUMS = {
    "addbmm": 1, "addmm": 1, "addmv": 1, "baddbmm": 1, "bmm": 0, "dot": 0, "mean": 0,
    "mm": 0, "mv": 0, "sum": 0, "vdot": 0, "cumsum": 0,
}  # fmt: skip
# The rest, whose own steps are not known here: as though the inputs were inexact.
COMPOUND = {
    "_cdist_forward", "_log_softmax", "_scaled_dot_product_flash_attention_for_cpu",
    "_native_multi_head_attention", "_transformer_encoder_layer_fwd", "_embedding_bag",
    "binary_cross_entropy", "convolution", "cumprod", "huber_loss", "index_add",
    "linalg_inv_ex", "linalg_lstsq", "linalg_solve", "linalg_vector_norm", "logsumexp",
    "mse_loss", "native_layer_norm", "nll_loss_forward", "norm", "prod",
    "scatter_add", "smooth_l1_loss", "std", "std_mean", "var", "var_mean",
    "_logcumsumexp", "log_sigmoid_forward", "_linalg_svd", "_linalg_eigh",
    "_thnn_fused_lstm_cell", "_thnn_fused_gru_cell", "mkldnn_rnn_layer",
}  # fmt: skip
KINDS = {
    "pointwise": POINTWISE,
    "drawn": DRAWN,
    "softmax": SOFTMAX,
    "sum": SUMS,
    "compound": COMPOUND,
}

DIGITS = {torch.float32: 24, torch.float64: 53, torch.bfloat16: 8, torch.float16: 11}
SHIFTS = 9973  # by which the numbers may be shifted that stand for another rounding


def _name(func: Any) -> str:
    """What an operation is called, whatever it writes into or is given."""
    name = func.overloadpacket.__name__
    return name.removeprefix("_foreach_").removesuffix("_like").removesuffix("_")


def kind(name: str) -> str | None:
    """What happens in an operation; None where every machine gives the same."""
    for what, names in KINDS.items():
        if name in names:
            return what
    backward = "backward" in name and "dropout" not in name
    return "compound" if backward else None


class Jitter(TorchDispatchMode):
    """While active, inexact results are rounded as machine number ``seed`` does it."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed
        self.own = torch.Generator().manual_seed(seed)
        self.drawn = torch.empty(0, dtype=torch.float64)

    def __torch_dispatch__(
        self,
        func: Callable[..., Any],
        types: Any,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        kwargs = kwargs or {}
        name = _name(func)
        what = kind(name)
        if what is None or _elsewhere(args) or _as_drawn(name, args):
            return func(*args, **kwargs)
        call = Call(func, args, kwargs)  # copies: the operation may write into its own
        result = func(*args, **kwargs)
        reals = _results(func, args, kwargs, result)
        wides = reals if what == "drawn" else call.again()
        errors = self._errors(name, what, call, wides)
        for real, wide, error in zip(reals, wides, errors, strict=True):
            if real.dtype in DIGITS and real.device.type == "cpu" and real.numel():
                real.copy_(self._rounded(real, wide.double(), error, what))
        return result

    def _errors(
        self, name: str, what: str, call: "Call", wides: list[torch.Tensor]
    ) -> list[torch.Tensor]:
        """By how much another machine may be off before it rounds its result."""
        if what == "compound":
            share = 2.0 ** (1 - call.digits)
            others = call.again(lambda x: x + self._noise(x) * share * x)
            return [other - wide for other, wide in zip(others, wides, strict=True)]
        if what != "sum":
            return [torch.zeros(()) for _ in wides]
        (wide,), (squares,) = wides, call.again(torch.square)
        terms = call.terms(name, wide)
        if name == "mean":
            squares = squares / terms
        # Each partial sum is rounded by a share of what it is, and on its way from
        # nothing to the end it is about as large as its end and its terms make it.
        along = (wide.square() / 3 + squares.abs() / 6).sqrt()
        size = math.sqrt(terms) * along * 2.0 ** (1 - call.digits)
        return [0.5 * size * self._noise(wide, 1)]

    def _rounded(
        self, real: torch.Tensor, wide: torch.Tensor, error: torch.Tensor, what: str
    ) -> torch.Tensor:
        digits = DIGITS[real.dtype]
        if what == "drawn" or real.dtype == torch.float64:
            # It is known no wider; but what is short is exact.
            exact = real == real.to(
                torch.bfloat16 if what == "drawn" else torch.float32
            )
        else:
            near = 2.0**-20 if what in ("sum", "compound") else 2.0**-6
            exact = (wide - real).abs() <= wide.abs() * near * 2.0**-digits
        # Half precision is computed in single precision and rounded at the end; and in
        # between, where there is one.
        last = 2.0 ** (1 - (digits if what == "compound" else max(24, digits)))
        size = 2 * last if what == "softmax" else last
        other = (wide + error + size * self._noise(wide) * wide).to(real.dtype)
        return torch.where(exact | ~other.isfinite(), real, other)

    def _noise(self, value: torch.Tensor, salt: int = 0) -> torch.Tensor:
        """Between -1 and 1; at each place, and for other values, another number."""
        count = value.numel()
        first = float(value.flatten()[:1].float().nan_to_num().sum())
        start = hash((count, first, salt)) % SHIFTS
        if len(self.drawn) < count + SHIFTS:
            more = torch.empty(count + SHIFTS, dtype=torch.float64)
            more.uniform_(-1, 1, generator=self.own)
            self.drawn = torch.cat([self.drawn, more])
        return self.drawn[start : start + count].view(value.shape)


class Call:
    """One operation with its arguments, copied in double precision."""

    def __init__(
        self, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        self.func = func
        self.args, self.kwargs = tree_map(_widened, (args, kwargs))
        types = {x.dtype for x in tree_leaves(args) if isinstance(x, torch.Tensor)}
        # In which sums are added up: those of half precision, in single precision.
        self.digits = 53 if torch.float64 in types else 24

    def again(
        self, change: Callable[[torch.Tensor], torch.Tensor] = torch.clone
    ) -> list[torch.Tensor]:
        """What it gives in double precision, when its inputs are ``change``d."""

        def changed(value: Any) -> Any:
            inexact = isinstance(value, torch.Tensor) and value.dtype == torch.float64
            return change(value) if inexact else value

        args, kwargs = tree_map(changed, (self.args, self.kwargs))
        return _results(self.func, args, kwargs, self.func(*args, **kwargs))

    def terms(self, name: str, result: torch.Tensor) -> float:
        """How many products each of its sums adds up."""
        tensor = self.args[SUMS[name]]
        if name in ("sum", "mean"):
            return tensor.numel() / max(result.numel(), 1)
        return tensor.shape[-1] if tensor.ndim else 1


def _widened(value: Any) -> Any:
    if isinstance(value, torch.Tensor) and value.dtype in DIGITS:
        return value.double().clone()
    return torch.float64 if value in DIGITS else value


def _results(
    func: Any, args: tuple[Any, ...], kwargs: dict[str, Any], result: Any
) -> list[torch.Tensor]:
    """The tensors that an operation made, or has written into."""
    arguments = func._schema.arguments
    given = {**dict(zip((a.name for a in arguments), args, strict=False)), **kwargs}
    written = [
        given.get(argument.name)
        for argument in arguments
        if argument.alias_info is not None and argument.alias_info.is_write
    ]
    made = tree_leaves(written or result)
    return [value for value in made if isinstance(value, torch.Tensor)]


def _elsewhere(args: tuple[Any, ...]) -> bool:
    """Whether there is no processor at work, or not this one: on `meta`, for one."""
    tensors = [value for value in tree_leaves(args) if isinstance(value, torch.Tensor)]
    return any(tensor.device.type != "cpu" for tensor in tensors)


def _as_drawn(name: str, args: tuple[Any, ...]) -> bool:
    """Whether an operation gives what it has drawn: from 0 to 1."""
    return name == "uniform" and list(args[1:]) in ([], [0.0, 1.0])
