# SPDX-License-Identifier: GPL-3.0-or-later
"""Noslip: nonholonomic mechanics on Lie algebroids, computed and checked.

>>> import noslip
>>> sleigh = noslip.System("chaplygin-sleigh")
>>> motion = sleigh.run(to=2, a=0.3)
>>> motion.columns[:4]
['t', 'x', 'y', 'theta']
>>> [claim.verdict for claim in motion.claims if claim.name == "energy is conserved"]
['proved']
>>> float(sleigh.bracket("x, p(v1)", at={"theta": 0}).matrix[0][1])
1.0

Arrays are numpy's where numpy is installed, else memory views; tables need pandas, pictures and films noslip-cli.
In a notebook, `sleigh.equations` is typeset, and `motion.picture(1)` and `motion.film()` are shown.
"""
from __future__ import annotations

import ctypes
import math
import os
import warnings
from typing import Any, Callable, Iterable, Mapping, Optional, Sequence

import gi

gi.require_version("Noslip", "0")
from gi.repository import Noslip as _noslip  # noqa: E402

from . import display as _display  # noqa: E402
from .display import Film, Picture  # noqa: E402

try:
    import numpy as _numpy
except ImportError:  # numpy is optional
    _numpy = None

__all__ = ["Bracket", "Check", "Claim", "Diagnostic", "Ensemble", "Error", "Film", "Motion", "Picture", "System",
           "catalogue", "__version__"]
__version__: str = _noslip.version()


_RUN_OPTIONS = ("to", "step", "formulation", "dynamics", "method", "rtol", "atol", "fixed_step", "consistent")


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


def _read(diagnostics: Any) -> list[Diagnostic]:
    return [Diagnostic(diagnostics.get(index)) for index in range(diagnostics.get_n())]


def _number(value: float) -> str:
    return repr(float(value))


def _settings(values: Optional[Mapping[str, float]], more: Mapping[str, float]) -> list[str]:
    return [f"{name}={_number(value)}" for name, value in {**(values or {}), **more}.items()]


def _rows(owner: Any, shape: tuple[int, ...]) -> Any:
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


def _options(settings: Mapping[str, Any]) -> list[str]:
    words = {name: value if isinstance(value, str) else _number(value)
             for name, value in settings.items() if value is not None and value is not False}
    return [f"{name}={value}" for name, value in words.items()]


def _split(text: str) -> list[str]:
    """The parts between commas outside of brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _none(value: float) -> Optional[float]:
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
    witness: Optional[float]  #: residual of the equations of motion in a second derivation

    def __init__(self, inner: Any, diagnostics: Sequence[Diagnostic] = (), draw: Optional[Callable] = None) -> None:
        self._inner = inner
        self._draw = draw
        self.diagnostics = list(diagnostics)
        self.columns = list(inner.list_columns())
        self.claims = [Claim(inner, index) for index in range(inner.get_n_claims())]
        stop = inner.get_stop()
        self.stopped = stop.get_message() if stop is not None else None
        self.witness = _none(inner.get_witness())
        self.array = _rows(inner, (inner.get_n_rows(), inner.get_n_columns()))

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
        self.array = _rows(inner, (len(stops), inner.get_n_samples(), len(self.columns)))

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
        path = str(id_or_path_or_text)
        known = "\n" not in path and os.path.isfile(path)
        self._folder = os.path.dirname(os.path.abspath(path)) if known else None
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
        return _display.Portrait(self.equations.text)

    @property
    def values(self) -> dict[str, float]:
        """The parameters' values in the text."""
        return {name: self._inner.get_parameter(index) for index, name in enumerate(self.parameters)}

    def initial(self, values: Optional[Mapping[str, float]] = None, **more: float) -> dict[str, float]:
        """The initial state; given values replace those of the text."""
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
        settings = {"to": to, "step": step, "rtol": rtol, "atol": atol, "fixed-step": fixed_step,
                    "formulation": formulation, "dynamics": dynamics, "method": method, "consistent": consistent}
        given = _settings(values, more)
        diagnostics = _noslip.Diagnostics.new()
        inner = _noslip.Motion.compute(self._inner, given, _options(settings), diagnostics)
        problems = _read(diagnostics)
        if inner is None:
            raise Error(problems)
        motion = Motion(inner, problems, lambda kind, look: self._draw(kind, {**settings, **look}, given))
        if motion.stopped is not None:
            warnings.warn(f"{self.id}: {motion.stopped}", RuntimeWarning, stacklevel=2)
        return motion

    def ensemble(self, points: Mapping[str, Iterable[float]], values: Optional[Mapping[str, float]] = None,
                 **options: Any) -> Ensemble:
        """Motions side by side, on all of a processor's lanes: one for each place of the lists in `points`, which are of
        one length. Options are those of run(), and more values of all motions."""
        lists = {name: [float(value) for value in column] for name, column in points.items()}
        if len({len(column) for column in lists.values()}) > 1:
            raise ValueError("the lists of points have different lengths")
        named = {name: options.pop(name) for name in _RUN_OPTIONS if name in options}
        settings = {name.replace("_", "-"): value for name, value in named.items()}
        flat = [value for point in zip(*lists.values()) for value in point]
        diagnostics = _noslip.Diagnostics.new()
        inner = _noslip.Ensemble.compute(self._inner, list(lists), flat, _settings(values, options), _options(settings),
                                         diagnostics)
        if inner is None:
            raise Error(_read(diagnostics))
        ensemble = Ensemble(inner)
        stops = [stop for stop in ensemble.stopped if stop is not None]
        if stops:
            warnings.warn(f"{self.id}: {len(stops)} of {len(ensemble)} motions ended early: {stops[0]}", RuntimeWarning,
                          stacklevel=2)
        return ensemble

    def observe(self, of: Any, state: Optional[Sequence[float]] = None, t: float = 0,
                values: Optional[Mapping[str, float]] = None, formulation: Optional[str] = None,
                dynamics: Optional[str] = None) -> dict[str, float]:
        """Expressions of the language (separated by commas, or in a list) at a state (coordinates, then velocities;
        None: the initial state). `values` are parameters.

        >>> import noslip
        >>> noslip.System("chaplygin-sleigh").observe("energy, p(v1)", [0, 0, 0, 1, 0, 0], values={"m": 2})
        {'energy': 1.0, 'p(v1)': 2.0}
        """
        text = of if isinstance(of, str) else ", ".join(of)
        compiled, parameters = self._compile(dynamics, formulation), self._parameters(values)
        if state is None:
            state = list(self.initial(values).values())
        diagnostics = _noslip.Diagnostics.new()
        found = compiled.observe(text, float(t), list(parameters.values()), [float(x) for x in state], diagnostics)
        if any(entry.severity == "error" for entry in _read(diagnostics)):
            raise Error(_read(diagnostics))
        return dict(zip(_split(text), found))

    def rates(self, t: float, state: Sequence[float], values: Optional[Mapping[str, float]] = None,
              formulation: Optional[str] = None, dynamics: Optional[str] = None) -> Any:
        """The rates of the state (coordinates, then velocities), as scipy.integrate.solve_ivp wants them."""
        compiled, parameters = self._compile(dynamics, formulation), self._parameters(values)
        diagnostics = _noslip.Diagnostics.new()
        rates = compiled.rates(float(t), list(parameters.values()), [float(value) for value in state], diagnostics)
        if diagnostics.get_n() > 0:
            raise Error(_read(diagnostics))
        return _numpy.array(rates) if _numpy is not None else list(rates)

    def _parameters(self, values: Optional[Mapping[str, float]]) -> dict[str, float]:
        parameters = self.values
        for name, value in (values or {}).items():
            if name not in parameters:
                diagnostics = _noslip.Diagnostics.new()
                self._inner.initial([f"{name}={_number(value)}"], diagnostics)
                raise Error(_read(diagnostics)) if diagnostics.get_n() else KeyError(f"{name!r} is no parameter of {self.id}")
            parameters[name] = float(value)
        return parameters

    def _draw(self, kind: str, settings: Mapping[str, Any], values: Sequence[str]) -> bytes:
        return _display.render(self.text, self._folder, kind, settings, values, self.parameters)

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

        points = list(itertools.product(*(list(column) for column in vary.values())))
        if last is None and points:
            ensemble = self.ensemble({name: [point[i] for point in points] for i, name in enumerate(vary)}, values, **options)
            results: Any = map(ensemble.last, range(len(ensemble)))
        else:
            results = (last(self.run(values={**(values or {}), **dict(zip(vary, point))}, **options)) for point in points)
        names = [name if name in self.parameters else f"initial[{name}]" for name in vary]
        table = [{**dict(zip(names, point)), **(result if isinstance(result, dict) else {"result": result})}
                 for point, result in zip(points, results)]
        try:
            import pandas
        except ImportError:
            return table
        return pandas.DataFrame(table)

    def __repr__(self) -> str:
        return f"<noslip.System {self.id}: {self.title}>"

    def _repr_html_(self) -> str:
        return f"<h4>{_display.escape(self.title)}</h4><pre>{_display.escape(self.text)}</pre>"


def catalogue() -> list[str]:
    """The ids of the catalogue's systems."""
    return list(_noslip.list_catalogue())
