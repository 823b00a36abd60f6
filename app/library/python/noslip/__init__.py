# SPDX-License-Identifier: GPL-3.0-or-later
"""Noslip: nonholonomic mechanics on Lie algebroids, computed and checked.

>>> import noslip
>>> sleigh = noslip.System("chaplygin-sleigh")
>>> motion = sleigh.run(to=2, a=0.3)
>>> motion.columns[:4]
['t', 'x', 'y', 'theta']
>>> [claim.verdict for claim in motion.claims if claim.name == "energy is conserved"]
['proved']
>>> sleigh.bracket("x, p(v1)", at={"theta": 0}).matrix[0][1]
1.0

Arrays are numpy's where numpy is installed, else memory views; tables need pandas.
"""
from __future__ import annotations

import ctypes
import math
import warnings
from typing import Any, Callable, Iterable, Mapping, Optional, Sequence

import gi

gi.require_version("Noslip", "0")
from gi.repository import Noslip as _noslip  # noqa: E402

try:
    import numpy as _numpy
except ImportError:  # numpy is optional
    _numpy = None

__all__ = ["Bracket", "Check", "Claim", "Diagnostic", "Error", "Motion", "System", "catalogue", "__version__"]
__version__: str = _noslip.version()


class Diagnostic:
    """What is wrong, where, and what to do about it."""

    severity: str  #: "error", "warning" or "note"
    code: str  #: a short name that stays the same
    line: int  #: from 1; 0 where it has no place in the text
    column: int  #: in characters, from 1
    message: str
    hint: Optional[str]
    text: str  #: as noslip-cli writes it

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
    """A text, a value or an option is wrong. `diagnostics` tells each reason."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        errors = [entry for entry in self.diagnostics if entry.severity == "error"]
        super().__init__("\n".join(entry.text.rstrip("\n") for entry in errors or self.diagnostics))


def _read(diagnostics: Any) -> list[Diagnostic]:
    return [Diagnostic(diagnostics.get(index)) for index in range(diagnostics.get_n())]


def _number(value: float) -> str:
    return repr(float(value))


def _settings(values: Optional[Mapping[str, float]], more: Mapping[str, float]) -> list[str]:
    return [f"{name}={_number(value)}" for name, value in {**(values or {}), **more}.items()]


def _none(value: float) -> Optional[float]:
    return None if math.isnan(value) else value


class Claim:
    """A formula that was judged along a motion."""

    name: str
    line: int  #: of the text
    verdict: str  #: "proved", "holds", "weak", "vacuous", "drifts", "fails", "undefined", …
    residual: Optional[float]  #: None where it is not a number
    tolerance: float
    sensitivity: Optional[float]
    drift: Optional[float]  #: None where the claim is not that something is conserved

    def __init__(self, motion: Any, index: int) -> None:
        self.name = motion.get_claim_name(index)
        self.line = motion.get_claim_line(index)
        self.verdict = motion.get_claim_verdict(index)
        for figure in ("residual", "tolerance", "sensitivity", "drift"):
            setattr(self, figure, _none(motion.get_claim_figure(index, figure)))

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
    witness: Optional[float]  #: residual of the equations of motion, derived a second time

    def __init__(self, inner: Any, diagnostics: Sequence[Diagnostic] = ()) -> None:
        self._inner = inner
        self.diagnostics = list(diagnostics)
        self.columns = list(inner.list_columns())
        self.claims = [Claim(inner, index) for index in range(inner.get_n_claims())]
        stop = inner.get_stop()
        self.stopped = stop.get_message() if stop is not None else None
        self.witness = _none(inner.get_witness())
        self.array = self._view()

    def _view(self) -> Any:
        shape = (self._inner.get_n_rows(), self._inner.get_n_columns())
        buffer = type("Rows", (ctypes.c_double * (shape[0] * shape[1]),), {}).from_address(self._inner.get_address())
        buffer.motion = self._inner  # keeps the memory as long as there is a view of it
        if _numpy is None:
            return memoryview(buffer).cast("B").cast("d", shape).toreadonly()
        array = _numpy.frombuffer(buffer, dtype=float).reshape(shape)
        array.flags.writeable = False
        return array

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

    def __repr__(self) -> str:
        return f"<noslip.Motion of {len(self)} rows: {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{_escape(claim.name)}</td><td>{_escape(claim.verdict)}</td>"
                       f"<td>{'' if claim.residual is None else format(claim.residual, '.2g')}</td></tr>"
                       for claim in self.claims)
        return (f"<p>{len(self)} rows: {_escape(', '.join(self.columns))}</p>"
                f"<table><tr><th>claim</th><th>verdict</th><th>residual</th></tr>{rows}</table>")


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
    """What a system promises, tried along its default motion. True where all of it holds."""

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


class System:
    """A system of the catalogue (by its id), of a file (by its path) or of a text.

    >>> import noslip
    >>> noslip.System("noslip 1\\ncoordinate x\\nlagrangian x'^2/2\\n").velocities
    ["x'"]
    """

    title: str
    text: str
    parameters: list[str]
    coordinates: list[str]
    velocities: list[str]

    def __init__(self, id_or_path_or_text: Any) -> None:
        diagnostics = _noslip.Diagnostics.new()
        inner = _noslip.System.load(str(id_or_path_or_text), diagnostics)
        self.diagnostics = _read(diagnostics)
        if inner is None:
            raise Error(self.diagnostics)
        self._inner = inner
        self._compiled: dict = {}
        self.id: str = inner.get_id()
        self.title = inner.get_title()
        self.text = inner.get_text()
        self.parameters = list(inner.list_parameters())
        self.coordinates = list(inner.list_coordinates())
        self.velocities = list(inner.list_velocities())
        self.equations = Equations(inner)

    @property
    def latex(self) -> str:
        """The equations as a LaTeX document."""
        return self.equations.latex

    @property
    def portrait(self) -> str:
        """Geometry, brackets and equations as plain text."""
        return self.equations.text

    @property
    def values(self) -> dict[str, float]:
        """The parameters' values in the text."""
        return {name: self._inner.get_parameter(index) for index, name in enumerate(self.parameters)}

    def initial(self, values: Optional[Mapping[str, float]] = None, **more: float) -> dict[str, float]:
        """The initial state; values that are given replace the text's."""
        diagnostics = _noslip.Diagnostics.new()
        state = self._inner.initial(_settings(values, more), diagnostics)
        if not state:
            raise Error(_read(diagnostics))
        return dict(zip(self.coordinates + self.velocities, state))

    def run(self, to: Optional[float] = None, step: Optional[float] = None, formulation: Optional[str] = None,
            dynamics: Optional[str] = None, method: Optional[str] = None, rtol: Optional[float] = None,
            atol: Optional[float] = None, fixed_step: Optional[float] = None, consistent: bool = False,
            values: Optional[Mapping[str, float]] = None, **more: float) -> Motion:
        """Computes a motion. Parameters and initial values are given by name, or in `values`, which also takes
        names that are options (`to`), or no names of Python (`x'`)."""
        numbers = {"to": to, "step": step, "rtol": rtol, "atol": atol, "fixed-step": fixed_step}
        words = {"formulation": formulation, "dynamics": dynamics, "method": method}
        options = [f"{name}={_number(value)}" for name, value in numbers.items() if value is not None]
        options += [f"{name}={value}" for name, value in words.items() if value is not None]
        options += ["consistent=1"] if consistent else []
        diagnostics = _noslip.Diagnostics.new()
        inner = _noslip.Motion.compute(self._inner, _settings(values, more), options, diagnostics)
        told = _read(diagnostics)
        if inner is None:
            raise Error(told)
        motion = Motion(inner, told)
        if motion.stopped is not None:
            warnings.warn(f"{self.id}: {motion.stopped}", RuntimeWarning, stacklevel=2)
        return motion

    def rates(self, t: float, state: Sequence[float], values: Optional[Mapping[str, float]] = None,
              formulation: Optional[str] = None, dynamics: Optional[str] = None) -> Any:
        """The rates of the state (coordinates, then velocities), as scipy.integrate.solve_ivp wants them."""
        compiled = self._compile(dynamics, formulation)
        parameters = self.values
        for name, value in (values or {}).items():
            if name not in parameters:
                raise KeyError(f"{self.id} has no parameter {name!r}")
            parameters[name] = float(value)
        diagnostics = _noslip.Diagnostics.new()
        rates = compiled.rates(float(t), list(parameters.values()), [float(value) for value in state], diagnostics)
        if diagnostics.get_n() > 0:
            raise Error(_read(diagnostics))
        return _numpy.array(rates) if _numpy is not None else list(rates)

    def _compile(self, dynamics: Optional[str], formulation: Optional[str]) -> Any:
        key = (dynamics, formulation)
        if key not in self._compiled:
            diagnostics = _noslip.Diagnostics.new()
            compiled = _noslip.Dynamics.compile(self._inner, dynamics, formulation, diagnostics)
            if compiled is None:
                raise Error(_read(diagnostics))
            self._compiled[key] = compiled
        return self._compiled[key]

    def bracket(self, of: Any = None, at: Optional[Mapping[str, float]] = None, dynamics: Optional[str] = None) -> Bracket:
        """The bracket of observables (names and expressions, separated by commas or in a list) at a state."""
        names = of if of is None or isinstance(of, str) else ", ".join(of)
        diagnostics = _noslip.Diagnostics.new()
        inner = _noslip.Brackets.compute(self._inner, names, _settings(at, {}), dynamics, diagnostics)
        if inner is None:
            raise Error(_read(diagnostics))
        return Bracket(inner)

    def check(self, **options: Any) -> Check:
        """The structure equations, the witness and the claims, along the default motion."""
        return Check(_none(self._inner.structure_residual()), self.run(**options))

    def sweep(self, vary: Mapping[str, Iterable[float]], last: Optional[Callable[[Motion], Any]] = None,
              values: Optional[Mapping[str, float]] = None, **options: Any) -> Any:
        """A motion for every combination of values, the last name fastest: a table (pandas.DataFrame, or a list
        of dicts) of the values and the last row of each motion, or of what `last` makes of the motion."""
        import itertools

        table = []
        for point in itertools.product(*vary.values()):
            chosen = dict(zip(vary, point))
            motion = self.run(values={**(values or {}), **chosen}, **options)
            result = last(motion) if last else dict(zip(motion.columns, (motion[name][-1] for name in motion.columns)))
            names = {name if name in self.parameters else f"initial[{name}]": value for name, value in chosen.items()}
            table.append({**names, **(result if isinstance(result, dict) else {"result": result})})
        try:
            import pandas
        except ImportError:
            return table
        return pandas.DataFrame(table)

    def __repr__(self) -> str:
        return f"<noslip.System {self.id}: {self.title}>"

    def _repr_html_(self) -> str:
        return f"<h4>{_escape(self.title)}</h4><pre>{_escape(self.text)}</pre>"


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def catalogue() -> list[str]:
    """The ids of the catalogue's systems."""
    return list(_noslip.list_catalogue())
