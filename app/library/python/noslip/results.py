# SPDX-License-Identifier: GPL-3.0-or-later
"""What a system gives: diagnostics and errors, motions, ensembles, brackets, checks; and values on their way to the
library and back."""
from __future__ import annotations

import ctypes
import math
from typing import Any, Callable, Mapping, Optional, Sequence

from . import display as _display
from .display import Film, Picture

try:
    import numpy as _numpy
except ImportError:  # numpy is optional
    _numpy = None


class Diagnostic:
    """Cause and place of a problem, and its remedy."""

    severity: str  #: "error", "warning" or "note"
    code: str  #: a short name that does not change between versions
    line: int  #: from 1; 0 if it has no place in the text
    column: int  #: in characters, from 1
    message: str
    hint: Optional[str]
    text: str  #: as noslip-cli prints it

    def __init__(self, inner: Any) -> None:
        self.severity = inner.get_severity()
        self.code = inner.get_code()
        self.line = inner.get_line()
        self.column = inner.get_column()
        self.message = inner.get_message()
        self.hint = inner.get_hint()
        self.text = inner.format()

    def __repr__(self) -> str:
        return f"<noslip.Diagnostic {self.line}:{self.column}: {self.severity}: {self.message}>"


class Error(Exception):
    """A text, a value or an option is wrong. `diagnostics` has each reason."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        errors = [entry for entry in self.diagnostics if entry.severity == "error"]
        super().__init__("\n".join(entry.text.rstrip("\n") for entry in errors or self.diagnostics))


def read(diagnostics: Any) -> list[Diagnostic]:
    """The diagnostics that the library collected."""
    return [Diagnostic(diagnostics.get(index)) for index in range(diagnostics.get_n())]


def words(text: Any, what: str) -> str:
    """A text as the library takes it: it ends at a null character, so that a text cannot contain one."""
    if not isinstance(text, str):
        raise TypeError(f"{what} needs a text, not {text!r}")
    if "\0" in text:
        raise ValueError(f"{what} has a null character: {text!r}")
    return text


def real(value: Any, what: str) -> float:
    """A number; whole numbers too large for one are none."""
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{what} needs a number that is not so large") from None


def number(value: Any, what: str) -> str:
    """A number as a text with all its digits."""
    if isinstance(value, bool):
        raise TypeError(f"{what} needs a number, not {value}")
    return words(value, what) if isinstance(value, str) else repr(real(value, what))


def settings_of(values: Optional[Mapping[str, float]], more: Mapping[str, float]) -> list[str]:
    """NAME=VALUE of all values. None is given twice."""
    for name in {**(values or {})}.keys() & more.keys():
        raise ValueError(f"{name} is given twice")
    return [f"{words(name, 'the name of a value')}={real(value, name)!r}"
            for name, value in {**(values or {}), **more}.items()]


def options_of(settings: Mapping[str, Any]) -> list[str]:
    """NAME=VALUE of the options of a run that are not None."""
    parts = []
    for name, value in settings.items():
        if name == "consistent" and value is not None:
            if value not in (True, False):
                raise TypeError(f"consistent is True or False, not {value!r}")
            parts += ["consistent=1"] if value else []
        elif value is not None:
            read_option = words if name in ("formulation", "dynamics", "method") else number
            parts.append(f"{name}={read_option(value, name)}")
    return parts


def list_of(texts: Any, what: str) -> str:
    """Expressions separated by commas, given as such or in a list."""
    return words(texts if isinstance(texts, str) else ", ".join(texts), what)


def rows_of(owner: Any, shape: tuple[int, ...]) -> Any:
    """The numbers of a motion or an ensemble, without a copy; read only."""
    if math.prod(shape) == 0:  # memory views have no such shape
        return _numpy.zeros(shape) if _numpy is not None else []
    buffer = type("Rows", (ctypes.c_double * math.prod(shape),), {}).from_address(owner.get_address())
    buffer.owner = owner  # keeps the memory as long as there is a view of it
    if _numpy is None:
        return memoryview(buffer).cast("B").cast("d", shape).toreadonly()
    array = _numpy.frombuffer(buffer, dtype=float).reshape(shape)
    array.flags.writeable = False
    return array


def split(text: str) -> list[str]:
    """The parts between commas outside of brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def none_of(value: float) -> Optional[float]:
    """None for what is not a number."""
    return None if math.isnan(value) else value


class Claim:
    """A formula that was judged along a motion."""

    name: str
    line: int  #: of the text
    verdict: str  #: "proved", "holds", "weak", "vacuous", "drifts", "fails", "undefined", …
    residual: Optional[float]  #: None if it is not a number
    tolerance: float
    sensitivity: Optional[float]
    drift: Optional[float]  #: None unless the claim is that a quantity is conserved

    def __init__(self, motion: Any, index: int) -> None:
        self.name = motion.get_claim_name(index)
        self.line = motion.get_claim_line(index)
        self.verdict = motion.get_claim_verdict(index)
        for figure in ("residual", "tolerance", "sensitivity", "drift"):
            setattr(self, figure, none_of(motion.get_claim_figure(index, figure)))

    def __repr__(self) -> str:
        return f"<noslip.Claim {self.name!r}: {self.verdict}>"


class Motion:
    """A computed motion: rows of samples, columns by name.

    `m["x"]` is a column, `m.t` the times, `m.array` all of it (rows × columns), each without a copy.
    `m.stopped` tells why a motion ended before its time; else it is None.
    """

    columns: list[str]
    claims: list[Claim]
    stopped: Optional[str]
    witness: Optional[float]  #: residual of the equations of motion in a second derivation

    def __init__(self, inner: Any, diagnostics: Sequence[Diagnostic] = (), draw: Optional[Callable] = None) -> None:
        self._inner = inner
        self._draw = draw
        self.diagnostics = list(diagnostics)
        self.columns = list(inner.list_columns())
        self.claims = [Claim(inner, index) for index in range(inner.get_n_claims())]
        stop = inner.get_stop()
        self.stopped = stop.get_message() if stop is not None else None
        self.witness = none_of(inner.get_witness())
        self.array = rows_of(inner, (inner.get_n_rows(), inner.get_n_columns()))

    def __len__(self) -> int:
        return self._inner.get_n_rows()

    def __getitem__(self, name: str) -> Any:
        if name not in self.columns:
            raise KeyError(f"there is no column {name!r}; there are {', '.join(self.columns)}")
        column = self.columns.index(name)
        if _numpy is not None:
            return self.array[:, column]
        return [self.array[row, column] for row in range(len(self))]

    @property
    def t(self) -> Any:
        """The times of the samples, in seconds."""
        return self["t"]

    def dataframe(self) -> Any:
        """The rows as a pandas.DataFrame."""
        import pandas

        return pandas.DataFrame(self.array, columns=self.columns)

    def picture(self, time: Optional[float] = None, size: tuple[int, int] = (640, 400), dark: bool = False,
                kind: str = "png") -> Picture:
        """The scene at a time (None: the last), as noslip-cli draws it: "png", "svg" or "pdf"."""
        return Picture(self._draw(kind, {"time": time, "size": f"{size[0]}x{size[1]}", "dark": dark}), kind)

    def film(self, size: tuple[int, int] = (640, 400), fps: int = 30, speed: float = 1, dark: bool = False,
             kind: str = "webm") -> Film:
        """The motion as a film: "webm", "mp4" or "gif"."""
        return Film(self._draw(kind, {"size": f"{size[0]}x{size[1]}", "fps": fps, "speed": speed, "dark": dark}), kind)

    def __repr__(self) -> str:
        return f"<noslip.Motion of {len(self)} rows: {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{_display.escape(claim.name)}</td><td>{_display.escape(claim.verdict)}</td>"
                       f"<td>{'' if claim.residual is None else format(claim.residual, '.2g')}</td></tr>"
                       for claim in self.claims)
        return (f"<p>{len(self)} rows: {_display.escape(', '.join(self.columns))}</p>"
                f"<table><tr><th>claim</th><th>verdict</th><th>residual</th></tr>{rows}</table>")


class Ensemble:
    """Motions of one system, side by side.

    `e["x"]` has a row for each motion and a column for each sample, `e.array` is motions × samples × columns, each
    without a copy; samples that a motion did not reach are not a number, and `e.stopped[i]` tells why.
    """

    columns: list[str]
    stopped: list[Optional[str]]  #: of each motion; None: it ran to its end

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self.columns = list(inner.list_columns())
        stops = [inner.get_stop(motion) for motion in range(inner.get_n_motions())]
        self.stopped = [None if stop is None else stop.get_message() for stop in stops]
        self.array = rows_of(inner, (len(stops), inner.get_n_samples(), len(self.columns)))

    def __len__(self) -> int:
        return self._inner.get_n_motions()

    def __getitem__(self, name: str) -> Any:
        if name not in self.columns:
            raise KeyError(f"there is no column {name!r}; there are {', '.join(self.columns)}")
        column = self.columns.index(name)
        if _numpy is not None:
            return self.array[:, :, column]
        samples = range(self._inner.get_n_samples())
        return [[self.array[motion, sample, column] for sample in samples] for motion in range(len(self))]

    def last(self, motion: int) -> dict[str, float]:
        """The last sample that a motion reached; not a number where it did not start."""
        n = self._inner.get_n_rows(motion)
        return {name: self.array[motion, n - 1, column] if n > 0 else math.nan
                for column, name in enumerate(self.columns)}

    def __repr__(self) -> str:
        return f"<noslip.Ensemble of {len(self)} motions: {', '.join(self.columns)}>"


class Bracket:
    """The bracket of observables at a state."""

    names: list[str]
    matrix: Any  #: {f_i, f_j}; a numpy array, or a list of lists
    jacobiator: list[dict]  #: {"of": [f, g, h], "value": …} for each triple

    def __init__(self, inner: Any) -> None:
        self.names = list(inner.list_names())
        n, flat = len(self.names), inner.get_matrix()
        rows = [list(flat[i * n:(i + 1) * n]) for i in range(n)]
        self.matrix = _numpy.array(rows) if _numpy is not None else rows
        self.jacobiator = []
        for index in range(inner.get_n_triples()):
            value, *triple = inner.get_triple(index)
            self.jacobiator.append({"of": [self.names[i] for i in triple], "value": value})

    def __repr__(self) -> str:
        return f"<noslip.Bracket of {', '.join(self.names)}>"


class Check:
    """The checks of a system along its default motion. True if all of them hold."""

    def __init__(self, structure: Optional[float], motion: Motion) -> None:
        self.structure = structure  #: residual of the structure equations
        self.witness = motion.witness
        self.claims = motion.claims
        self.stopped = motion.stopped

    def __bool__(self) -> bool:
        bad = {"fails", "drifts", "undefined", "holds, though expected to fail"}
        return (self.stopped is None and not (self.structure is not None and self.structure > 1e-9)
                and not (self.witness is not None and self.witness > 1e-9)
                and all(claim.verdict not in bad for claim in self.claims))

    def __repr__(self) -> str:
        return f"<noslip.Check: {'all holds' if self else 'something does not hold'}, {len(self.claims)} claims>"


class Equations:
    """The equations of a system: `text` and `latex`."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    @property
    def text(self) -> str:
        return self._inner.write_equations(False)

    @property
    def latex(self) -> str:
        return self._inner.write_equations(True)

    def __str__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return _display.markdown(self.latex)
