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

import math
import os
import warnings
from typing import Any, Callable, Iterable, Mapping, Optional, Sequence

import gi

gi.require_version("Noslip", "0")
from gi.repository import Noslip as _noslip  # noqa: E402

from . import display as _display, results as _results  # noqa: E402
from .display import Film, Picture  # noqa: E402
from .results import Bracket, Check, Claim, Diagnostic, Ensemble, Equations, Error, Motion  # noqa: E402

try:
    import numpy as _numpy
except ImportError:  # numpy is optional
    _numpy = None

__all__ = ["Bracket", "Check", "Claim", "Diagnostic", "Ensemble", "Error", "Film", "Motion", "Picture", "System",
           "catalogue", "__version__"]
__version__: str = _noslip.version()


_RUN_OPTIONS = ("to", "step", "formulation", "dynamics", "method", "rtol", "atol", "fixed_step", "consistent")


def _time(t: float) -> float:
    time = _results.real(t, "t")
    if not math.isfinite(time):
        raise ValueError(f"t needs a finite number, not {t}")
    return time


def _state(state: Sequence[float]) -> list[float]:
    return [_results.real(value, "the state") for value in state]


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
        path = _results.words(os.fsdecode(id_or_path_or_text), "a system")
        inner = _noslip.System.load(path, diagnostics)
        self.diagnostics = _results.read(diagnostics)
        if inner is None:
            raise Error(self.diagnostics)
        self._inner = inner
        self._compiled: dict = {}
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
        state = self._inner.initial(_results.settings_of(values, more), diagnostics)
        if not state:
            raise Error(_results.read(diagnostics))
        return dict(zip(self.coordinates + self.velocities, state))

    def run(self, to: Optional[float] = None, step: Optional[float] = None, formulation: Optional[str] = None,
            dynamics: Optional[str] = None, method: Optional[str] = None, rtol: Optional[float] = None,
            atol: Optional[float] = None, fixed_step: Optional[float] = None, consistent: bool = False,
            values: Optional[Mapping[str, float]] = None, **more: float) -> Motion:
        """Computes a motion. Parameters and initial values are given by name, or in `values`, which also takes
        names that are options (`to`), or no names of Python (`x'`)."""
        settings = {"to": to, "step": step, "rtol": rtol, "atol": atol, "fixed-step": fixed_step,
                    "formulation": formulation, "dynamics": dynamics, "method": method, "consistent": consistent}
        given = _results.settings_of(values, more)
        diagnostics = _noslip.Diagnostics.new()
        inner = _noslip.Motion.compute(self._inner, given, _results.options_of(settings), diagnostics)
        problems = _results.read(diagnostics)
        if inner is None:
            raise Error(problems)
        motion = Motion(inner, problems, lambda kind, look: self._draw(kind, {**settings, **look}, given))
        if motion.stopped is not None:
            warnings.warn(f"{self.id}: {motion.stopped}", RuntimeWarning, stacklevel=2)
        return motion

    def ensemble(self, points: Mapping[str, Iterable[float]], values: Optional[Mapping[str, float]] = None,
                 **options: Any) -> Ensemble:
        """Motions side by side, on all of a processor's lanes: one for each place of the lists in `points`, which are
        of one length. Options are those of run(), and more values of all motions."""
        lists = {_results.words(name, "the name of a value"): [_results.real(value, name) for value in column]
                 for name, column in dict(points).items()}
        if len({len(column) for column in lists.values()}) > 1:
            raise ValueError("the lists of points have different lengths")
        for name in lists.keys() & {**(values or {}), **options}.keys():
            raise ValueError(f"{name} is given twice")
        named = {name: options.pop(name) for name in _RUN_OPTIONS if name in options}
        settings = {name.replace("_", "-"): value for name, value in named.items()}
        flat = [value for point in zip(*lists.values()) for value in point]
        diagnostics = _noslip.Diagnostics.new()
        inner = _noslip.Ensemble.compute(self._inner, list(lists), flat, _results.settings_of(values, options),
                                         _results.options_of(settings), diagnostics)
        if inner is None:
            raise Error(_results.read(diagnostics))
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
        text = _results.list_of(of, "observe")
        compiled, parameters = self._compile(dynamics, formulation), self._parameters(values)
        if state is None:
            state = list(self.initial(values).values())
        diagnostics = _noslip.Diagnostics.new()
        found = compiled.observe(text, _time(t), list(parameters.values()), _state(state), diagnostics)
        if any(entry.severity == "error" for entry in _results.read(diagnostics)):
            raise Error(_results.read(diagnostics))
        return dict(zip(_results.split(text), found))

    def rates(self, t: float, state: Sequence[float], values: Optional[Mapping[str, float]] = None,
              formulation: Optional[str] = None, dynamics: Optional[str] = None) -> Any:
        """The rates of the state (coordinates, then velocities), as scipy.integrate.solve_ivp wants them."""
        compiled, parameters = self._compile(dynamics, formulation), self._parameters(values)
        diagnostics = _noslip.Diagnostics.new()
        rates = compiled.rates(_time(t), list(parameters.values()), _state(state), diagnostics)
        if diagnostics.get_n() > 0:
            raise Error(_results.read(diagnostics))
        return _numpy.array(rates) if _numpy is not None else list(rates)

    def _parameters(self, values: Optional[Mapping[str, float]]) -> dict[str, float]:
        parameters = self.values
        for name, value in {**(values or {})}.items():
            found = _results.real(value, _results.words(name, "the name of a value"))
            if name not in parameters or not math.isfinite(found):
                diagnostics = _noslip.Diagnostics.new()
                self._inner.initial([f"{name}={found!r}"], diagnostics)
                if diagnostics.get_n() > 0:
                    raise Error(_results.read(diagnostics))
                raise ValueError(f"{name!r} is no parameter of {self.id}")
            parameters[name] = found
        return parameters

    def _draw(self, kind: str, settings: Mapping[str, Any], values: Sequence[str]) -> bytes:
        return _display.render(self.text, self._folder, kind, settings, values, self.parameters)

    def _compile(self, dynamics: Optional[str], formulation: Optional[str]) -> Any:
        key = tuple(None if word is None else _results.words(word, what)
                    for word, what in ((dynamics, "dynamics"), (formulation, "formulation")))
        if key not in self._compiled:
            diagnostics = _noslip.Diagnostics.new()
            compiled = _noslip.Dynamics.compile(self._inner, *key, diagnostics)
            if compiled is None:
                raise Error(_results.read(diagnostics))
            self._compiled[key] = compiled
        return self._compiled[key]

    def bracket(self, of: Any = None, at: Optional[Mapping[str, float]] = None,
                dynamics: Optional[str] = None) -> Bracket:
        """The bracket of observables (names and expressions, separated by commas or in a list) at a state."""
        names = None if of is None else _results.list_of(of, "bracket")
        kind = None if dynamics is None else _results.words(dynamics, "dynamics")
        diagnostics = _noslip.Diagnostics.new()
        inner = _noslip.Brackets.compute(self._inner, names, _results.settings_of(at, {}), kind, diagnostics)
        if inner is None:
            raise Error(_results.read(diagnostics))
        return Bracket(inner)

    def check(self, **options: Any) -> Check:
        """The structure equations, the witness and the claims, along the default motion."""
        return Check(_results.none_of(self._inner.structure_residual()), self.run(**options))

    def sweep(self, vary: Mapping[str, Iterable[float]], last: Optional[Callable[[Motion], Any]] = None,
              values: Optional[Mapping[str, float]] = None, **options: Any) -> Any:
        """A motion for every combination of values, the last name fastest: a table (pandas.DataFrame, or a list
        of dicts) of the values and the last row of each motion, or of what `last` makes of the motion."""
        import itertools

        vary = dict(vary)
        points = list(itertools.product(*(list(column) for column in vary.values())))
        if last is None and points:
            columns = {name: [point[i] for point in points] for i, name in enumerate(vary)}
            ensemble = self.ensemble(columns, values, **options)
            results: Any = map(ensemble.last, range(len(ensemble)))
        else:
            for name in vary.keys() & {**(values or {})}.keys():
                raise ValueError(f"{name} is given twice")
            each = ({**(values or {}), **dict(zip(vary, point))} for point in points)
            results = (last(self.run(values=given, **options)) for given in each)
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
