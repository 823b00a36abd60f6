# SPDX-License-Identifier: GPL-3.0-or-later
"""The Python module against the reference data, SciPy and closed forms. For pytest; without it, the file runs its own
tests and speaks TAP."""
import contextlib
import doctest
import io
import json
import math
import os
import pathlib
import sys
import warnings

import noslip

REFERENCE = pathlib.Path(__file__).resolve().parents[2] / "reference"
PENDULUM = "noslip 1\nparameter g = 9.81\ncoordinate q angle\nlagrangian q'^2/2 + g*cos(q)\ninitial q = 1\nrun to 2 step 0.1\n"


class Skip(Exception):
    pass


def raise_skip(why):
    if "pytest" in sys.modules:
        sys.modules["pytest"].skip(why)
    raise Skip(why)


def needs(name):
    try:
        return __import__(name, fromlist=["x"])
    except ImportError:
        return raise_skip(f"{name} is not installed")


def raises(action, *parts):
    try:
        action()
    except noslip.Error as error:
        assert error.diagnostics
        for part in parts:
            assert part in str(error), str(error)
        return error
    raise AssertionError("no error")


def test_catalogue():
    ids = noslip.catalogue()
    assert "chaplygin-sleigh" in ids and len(ids) > 20
    assert noslip.__version__.count(".") == 2


def test_system():
    sleigh = noslip.System("chaplygin-sleigh")
    assert sleigh.parameters == ["m", "J", "a", "b"]
    assert sleigh.coordinates == ["x", "y", "theta"] and sleigh.velocities == ["v1", "v2", "omega"]
    assert sleigh.title == "Chaplygin sleigh" and sleigh.text.startswith("noslip 1\n")
    assert r"\begin{document}" in sleigh.latex and "Lagrangian" in sleigh.portrait
    assert noslip.System(REFERENCE.parents[1] / "data/systems/suslov.noslip").coordinates


def test_reference():
    for name in ("chaplygin-sleigh", "rolling-ball", "snakeboard"):
        data = json.loads((REFERENCE / f"{name}.json").read_text())
        times = data["t"]
        motion = noslip.System(name).run(to=times[-1], step=times[1] - times[0], rtol=1e-12, atol=1e-14,
                                         values={**data["parameters"], **data["initial"]})
        assert len(motion) == len(times)
        for column, values in data["columns"].items():
            size = max(map(abs, values)) or 1
            assert max(abs(a - b) for a, b in zip(motion[column], values)) < 1e-9 * size, (name, column)


def test_motion():
    sleigh = noslip.System("chaplygin-sleigh")
    motion = sleigh.run(to=1, step=0.1, a=0.3, values={"omega": 2})
    assert motion.columns[:4] == ["t", "x", "y", "theta"] and "lambda[blade]" in motion.columns
    assert len(motion) == 11 and motion.array.shape == (11, len(motion.columns))
    assert motion["omega"][0] == 2 and abs(motion.t[-1] - 1) < 1e-15
    assert all(motion.array[3, i] == motion[name][3] for i, name in enumerate(motion.columns))
    assert {claim.verdict for claim in motion.claims} <= {"proved", "holds"} and motion.witness < 1e-9
    energy = next(claim for claim in motion.claims if claim.name == "energy is conserved")
    assert energy.residual < 1e-10 and energy.tolerance == 1e-10 and energy.drift is not None and energy.line > 1


def test_array_is_no_copy_and_lives():
    numpy = needs("numpy")
    motion = noslip.System(PENDULUM).run()
    array, address = motion.array, motion._inner.get_address()
    assert isinstance(array, numpy.ndarray) and array.ctypes.data == address and motion["q"].base is not None
    column = motion["q"]
    first = list(column)
    del motion, array
    assert list(column) == first
    try:
        column[0] = 3
        raise AssertionError("a motion can be written to")
    except ValueError:
        pass


def test_dataframe():
    needs("pandas")
    motion = noslip.System(PENDULUM).run()
    frame = motion.dataframe()
    assert list(frame.columns) == motion.columns and frame["q"].iloc[3] == motion["q"][3]
    table = noslip.System(PENDULUM).sweep({"g": [1, 2], "q": [0.1, 0.2]}, to=1)
    assert list(table["g"]) == [1, 1, 2, 2] and list(table["initial[q]"]) == [0.1, 0.2, 0.1, 0.2]


def test_scipy():
    integrate = needs("scipy.integrate")
    for name, to in (("chaplygin-sleigh", 3), ("rolling-disk", 2)):
        system = noslip.System(name)
        motion = system.run(to=to, rtol=1e-12, atol=1e-14)
        start = list(system.initial().values())
        solved = integrate.solve_ivp(system.rates, (0, to), start, method="DOP853", rtol=1e-12, atol=1e-13)
        for column, value in zip(system.coordinates + system.velocities, solved.y[:, -1]):
            assert abs(motion[column][-1] - value) < 1e-8, (name, column)


def test_rates():
    pendulum = noslip.System(PENDULUM)
    rates = pendulum.rates(0, [1, 0.5])
    assert rates[0] == 0.5 and abs(rates[1] + 9.81 * math.sin(1)) < 1e-14
    assert abs(pendulum.rates(0, [1, 0.5], values={"g": 1})[1] + math.sin(1)) < 1e-15
    raises(lambda: pendulum.rates(0, [1]), "2 entries")
    raises(lambda: pendulum.rates(0, [1, 0.5], values={"gg": 1}), "no parameter", "gg")


def test_observe():
    sleigh = noslip.System("chaplygin-sleigh")
    motion = sleigh.run(to=1, step=0.5, values={"m": 2})
    state = [motion[name][-1] for name in sleigh.coordinates + sleigh.velocities]
    found = sleigh.observe("energy, p(v1), lambda(blade), max(x, y)", state, motion.t[-1], values={"m": 2})
    assert list(found) == ["energy", "p(v1)", "lambda(blade)", "max(x, y)"]
    assert found["energy"] == motion["energy"][-1]
    assert abs(found["lambda(blade)"] - motion["lambda[blade]"][-1]) < 1e-12
    assert sleigh.observe(["omega"]) == {"omega": sleigh.initial()["omega"]}
    raises(lambda: sleigh.observe("energy, zeta"), "zeta")
    raises(lambda: sleigh.observe("energy", [1]), "entries")


def test_ensemble():
    sleigh = noslip.System("chaplygin-sleigh")
    speeds = [0.5 + 0.1 * i for i in range(40)]
    ensemble = sleigh.ensemble({"omega": speeds, "a": [0.3] * 40}, to=1, step=0.25, m=2)
    assert len(ensemble) == 40 and ensemble.array.shape == (40, 5, len(ensemble.columns))
    for i in (0, 17, 39):
        motion = sleigh.run(to=1, step=0.25, a=0.3, m=2, omega=speeds[i])
        for name in motion.columns:
            assert list(ensemble[name][i]) == list(motion[name]), name
        assert ensemble.last(i) == {name: motion[name][-1] for name in motion.columns}
    assert ensemble.stopped == [None] * 40
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        bad = sleigh.ensemble({"v2": [0, 1]}, to=1)
    assert len(caught) == 1 and bad.stopped[0] is None and bad.stopped[1] and math.isnan(bad["x"][1][0])
    raises(lambda: sleigh.ensemble({"speed": [1]}), "speed")
    raises(lambda: sleigh.ensemble({"omega": [1]}, to=0), "to must be")


def test_sweep():
    pendulum = noslip.System(PENDULUM)
    table = pendulum.sweep({"q": [0.1, 0.2]}, to=1, last=lambda motion: motion["energy"][-1])
    results = list(table["result"]) if hasattr(table, "columns") else [row["result"] for row in table]
    assert abs(results[0] + 9.81 * math.cos(0.1)) < 1e-9 and abs(results[1] + 9.81 * math.cos(0.2)) < 1e-9


def test_notebook():
    sleigh = noslip.System("chaplygin-sleigh")
    shown = sleigh.equations._repr_markdown_()
    assert shown.startswith("### Chaplygin sleigh\n") and "#### Anchor" in shown and "\\dot{x} &= " in shown
    assert "documentclass" not in shown and "section*" not in shown and "\\par\n" not in shown
    assert shown.count("\\begin{align*}") == shown.count("\\end{align*}") > 5
    odd = noslip.System('noslip 1\ntitle "50 % of a_b & c^d"\ncoordinate x\nlagrangian x\'^2/2\n')
    assert odd.equations._repr_markdown_().startswith(r"### 50 % of a\_b & c^d")
    assert "<pre>" in sleigh.portrait._repr_html_() and isinstance(sleigh.portrait, str)
    assert "Chaplygin" in sleigh._repr_html_() and "proved" in sleigh.run(to=1)._repr_html_()


def test_pictures():
    if not os.environ.get("NOSLIP_CLI"):
        raise_skip("NOSLIP_CLI is not set")
    motion = noslip.System("chaplygin-sleigh").run(to=2, m=2, values={"omega": 1})
    picture = motion.picture(1, size=(200, 100))
    assert picture._repr_png_().startswith(b"\x89PNG") and picture._repr_svg_() is None
    assert picture.data[16:24] == (200).to_bytes(4, "big") + (100).to_bytes(4, "big")
    assert motion.picture(1, size=(200, 100), dark=True).data != picture.data != motion.picture(2, size=(200, 100)).data
    assert "<svg" in motion.picture(1, kind="svg")._repr_svg_()
    other = noslip.System("chaplygin-sleigh").run(to=2, m=2, values={"omega": 2})
    assert other.picture(1, size=(200, 100)).data != picture.data
    try:
        motion.picture(1, kind="jpeg")
        raise AssertionError("a kind that does not exist")
    except RuntimeError as error:
        assert ".png" in str(error)
    film = noslip.System("chaplygin-sleigh").run(to=0.4).film(size=(80, 60), fps=5, kind="gif")
    assert film.data.startswith(b"GIF89a") and film._repr_html_().startswith('<img src="data:image/gif;base64,R0lGODlh')
    assert 'src="data:video/webm;base64,ZmlsbQ=="' in noslip.Film(b"film", "webm")._repr_html_()


def test_bracket():
    sleigh = noslip.System("chaplygin-sleigh")
    bracket = sleigh.bracket("x, y, p(v1)", at={"theta": 0.3})
    assert bracket.names == ["x", "y", "p(v1)"]
    assert abs(bracket.matrix[0][2] - math.cos(0.3)) < 1e-15 and abs(bracket.matrix[2][1] + math.sin(0.3)) < 1e-15
    assert [entry["of"] for entry in bracket.jacobiator] == [["x", "y", "p(v1)"]]
    assert sleigh.bracket(["x", "p(v1)"]).names == ["x", "p(v1)"]


def test_check():
    assert noslip.System("chaplygin-sleigh").check()
    wrong = noslip.System(PENDULUM + 'claim "wrong": d(q) = 0\n')
    assert not wrong.check() and wrong.check().claims[0].verdict == "fails"


def test_errors():
    error = raises(lambda: noslip.System("noslip 1\nlagrangian 2 z\n"), "2*z")
    first = error.diagnostics[0]
    assert (first.line, first.column, first.severity) == (2, 12, "error") and "2*z" in first.hint and first.message
    raises(lambda: noslip.System("no-such-system"), "no system or file")
    pendulum = noslip.System(PENDULUM)
    raises(lambda: pendulum.run(h=1), "'h'")
    raises(lambda: pendulum.run(to=-1), "to must be")
    raises(lambda: pendulum.run(q=math.nan), "finite")
    raises(lambda: pendulum.run(formulation="x"), "formulation")
    raises(lambda: noslip.System("chaplygin-sleigh").run(v2=1))
    raises(lambda: pendulum.bracket("x"), "x")


def test_wrong_values():
    """Each is refused: nothing is cut off, left out or taken for something else."""
    sleigh, state = noslip.System("chaplygin-sleigh"), [0, 0, 0, 1, 0, 0]
    large = 10**400
    motion = sleigh.run(to=0.1)
    for action in (
        lambda: noslip.System("chaplygin-sleigh\0x"), lambda: noslip.System(PENDULUM + "\0"), lambda: noslip.System("\ud800"),
        lambda: noslip.System(None), lambda: noslip.System(5), lambda: sleigh.run(values={"a\0b": 1}),
        lambda: sleigh.run(values={"a": large}), lambda: sleigh.run(values={None: 1}), lambda: sleigh.run(values={"a": 1}, a=2),
        lambda: sleigh.run(to=large), lambda: sleigh.run(to="1\0002"), lambda: sleigh.run(to=False), lambda: sleigh.run(to=True),
        lambda: sleigh.run(to=1e300), lambda: sleigh.run(step=1e-300), lambda: sleigh.run(method="rk4\0"),
        lambda: sleigh.run(method=5), lambda: sleigh.run(formulation="projection\0x"), lambda: sleigh.run(formulation=False),
        lambda: sleigh.run(dynamics="free\0"), lambda: sleigh.run(values={"v2": 1}, consistent=0),
        lambda: sleigh.run(consistent="no"), lambda: sleigh.initial({"x": large}), lambda: sleigh.rates(math.nan, state),
        lambda: sleigh.rates(0, [large] * 6), lambda: sleigh.rates(0, state, values={"x": 1}),
        lambda: sleigh.rates(0, state, values={"a": math.inf}), lambda: sleigh.rates(0, state, formulation="projection\0"),
        lambda: sleigh.observe("energy\0x", state), lambda: sleigh.observe("energy", state, t=math.nan),
        lambda: sleigh.observe("energy", state, values={"a": math.inf}), lambda: sleigh.bracket("x\0y"),
        lambda: sleigh.bracket("x", dynamics="free\0"), lambda: sleigh.ensemble(5), lambda: sleigh.ensemble({"a\0": [1]}),
        lambda: sleigh.ensemble({"a": [1]}, a=2), lambda: sleigh.ensemble({"a": [large]}), lambda: sleigh.sweep({"a": [1]}, {"a": 2}),
        lambda: sleigh.sweep({"a": [1]}, len, {"a": 2}), lambda: motion.picture(math.nan), lambda: motion.picture(0, (0, 0)),
        lambda: motion.picture(0, kind="../x.png"),
    ):
        try:
            found = action()
        except (noslip.Error, TypeError, ValueError):
            continue
        raise AssertionError(f"{action.__code__.co_consts}: {found}")
    assert [len(sleigh.run(to=1, step=step)) for step in (0.5, 2, 1e300)] == [3, 2, 2]


def test_stop():
    blow_up = noslip.System("noslip 1\ncoordinate x\nlagrangian x'^2/2 + x^4\ninitial x = 1\nrun to 10 step 0.05\n")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        motion = blow_up.run()
    assert motion.stopped and 5 < len(motion) < 200 and len(caught) == 1


def test_doctests():
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        failed = doctest.testmod(noslip).failed + doctest.testmod(noslip.results).failed
    assert failed == 0, output.getvalue()


def main():
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_")]
    failed = 0
    for number, (name, test) in enumerate(tests, 1):
        try:
            test()
            print(f"ok {number} - {name}")
        except Skip as why:
            print(f"ok {number} - {name} # SKIP {why}")
        except Exception as error:
            failed += 1
            print(f"not ok {number} - {name}")
            print("\n".join(f"# {line}" for line in f"{type(error).__name__}: {error}".splitlines()))
    print(f"1..{len(tests)}")
    return 1 if failed else 0


if __name__ == "__main__":
    os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    sys.exit(main())
