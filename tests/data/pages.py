# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages of `export --as html`: one file for every system, without network access. If Chromium is installed it
opens some of them, moves their controls, and compares the numbers with those of `run`. Speaks TAP."""
import concurrent.futures
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tap import check, check_none, end  # noqa: E402

MOST = 400000
# Linear, affine, nonlinear and vakonomic, quaternions, and one whose equations are too long to be written out.
OPENED = ["chaplygin-sleigh", "rolling-ball", "ball-on-rotating-table", "appell-hamel", "heisenberg", "magnetic-limit"]
TOGETHER = 12  # pages of one browser
ALLOWED = 1e-9  # of a column's largest value


def run(cli, *arguments):
    return subprocess.run([cli, *arguments], capture_output=True, text=True)


def what_is_wrong(text):
    if len(text.encode()) > MOST:
        yield f"{len(text.encode())} bytes"
    for asked in re.findall(r"""(?:src|href)=["'](?!data:)[^"']*|@import|url\(|fetch\(|XMLHttpRequest|importScripts""", text):
        yield f"asks for something: {asked}"
    if text.count("<script") != 1 or text.count("</script>") != 1:
        yield "scripts other than its own"


def with_script(page, script, deliver):
    """A copy of the page that runs the script once it is ready and delivers its result, an object."""
    text = page.read_text().replace("</body>", f"""<script type="module">
      const out = {{}};
      try {{ await window.noslip.ready; {script} }} catch (error) {{ out.error = String(error.stack || error); }}
      {deliver}
      </script></body>""")
    copy = page.with_suffix(".test.html")
    copy.write_text(text)
    return copy


SHOW = """const made = document.createElement("pre");
      made.id = "result"; made.textContent = JSON.stringify(%s); document.body.append(made);"""


def opened(page, script, part=""):
    """The result of a script in the page, as an object, and the messages of the console."""
    copy = with_script(page, script, SHOW % "out")
    for _ in range(3):  # on a busy machine the browser sometimes ends before the script
        found, console = dumped(page, copy, part)
        if found:
            break
    return json.loads(html.unescape(found.group(1))) if found else {"error": "no result"}, console


def opened_together(folder, pages):
    """The same for many pages in one browser, one after the other: name, page and script of each. A page without a
    result is opened again, alone."""
    copies = [with_script(page, script, 'parent.postMessage(out, "*");').as_uri() for _, page, script in pages]
    frame = folder / "frame.html"
    frame.write_text(f"""<!DOCTYPE html><html><body><script>
      const copies = {json.dumps(copies)}, results = [];
      const next = () => {{
        document.querySelector("iframe")?.remove();
        if (results.length === copies.length) {{ {SHOW % "results"} return; }}
        const frame = document.createElement("iframe");
        frame.width = 1000; frame.height = 700; frame.src = copies[results.length]; document.body.append(frame);
      }};
      window.addEventListener("message", (event) => {{ results.push(event.data); next(); }});
      next();
      </script></body></html>""")
    found, console = dumped(frame, frame, "")
    results = json.loads(html.unescape(found.group(1))) if found else []
    for i, (name, page, script) in enumerate(pages):
        if i < len(results):
            yield name, results[i], [line for line in console if copies[i] in line]
        else:
            yield (name, *opened(page, script))


def dumped(page, copy, part):
    graphics = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"] if part else ["--disable-gpu"]
    done = subprocess.run(["chromium", "--headless=new", "--no-sandbox", *graphics, "--enable-logging=stderr",
                           f"--user-data-dir={page.parent / 'chromium'}", "--virtual-time-budget=60000", "--dump-dom",
                           f"file://{copy}{part}"], capture_output=True, text=True, timeout=100)
    found = re.search(r'<pre id="result">(.*?)</pre>', done.stdout, re.S)
    return found, [line for line in done.stderr.splitlines() if "CONSOLE" in line]


def read_rows(cli, *arguments):
    lines = run(cli, "run", *arguments).stdout.splitlines()
    names = lines[0].split(",")
    return names, [dict(zip(names, map(float, line.split(",")))) for line in lines[1:]]


def differences(names, rows, row, page):
    for name in names:
        size = max([abs(other[name]) for other in rows if other[name] == other[name]] or [0]) or 1
        if row[name] == row[name] and not abs((page.get(name) if page.get(name) is not None else float("nan")) - row[name]) <= ALLOWED * max(size, 1e-3):
            yield f"{name}: {page.get(name)} and not {row[name]}"


def check_opened(cli, folder, name):
    names, rows = read_rows(cli, name)
    row = rows[len(rows) // 3]
    out, console = opened(folder / f"{name}.html", f"""
      out.id = String(noslip.system); out.start = noslip.time;
      out.time = await noslip.seek({row["t"]!r}); out.columns = noslip.columns; out.state = noslip.state;
      out.bad = noslip.claims.filter((claim) => !claim.good).map((claim) => claim.name);
      out.names = [...document.querySelectorAll("[aria-label]")].map((entry) => entry.getAttribute("aria-label"));
      const button = document.querySelector('[aria-label="Play"]');
      button.click(); out.playing = button.getAttribute("aria-label"); noslip.pause(); out.paused = button.getAttribute("aria-label");""")
    check(f"{name}: opens and is silent", "error" not in out and not console, [out.get("error", "")] + console)
    check(f"{name}: is where it was sent", out.get("id") == name and out.get("start") == 0 and abs(out.get("time", -1) - row["t"]) < 1e-12)
    check_none(f"{name}: computes what run computes", differences(names, rows, row, out.get("columns", {})))
    check(f"{name}: has its state by names", set(out.get("state", {})) <= set(names) | {f"mu[{n}]" for n in "abc"} or "mu[horizontal]" in out.get("state", {}))
    check_none(f"{name}: every claim is as it should be", out.get("bad", ["no claims"]))
    check(f"{name}: the label of the button is its action", out.get("playing") == "Pause" and out.get("paused") == "Play")
    parameters = json.loads(run(cli, "show", name, "--json").stdout)["parameters"]
    check(f"{name}: has accessible names", {"Play", "Restart", "Time", *[entry["name"] for entry in parameters]} <= set(out.get("names", [])))


def script_of(row):
    """To a third of the motion, where a slider moves; it must not move the time."""
    return f"""
      noslip.play(); noslip.pause(); out.time = await noslip.seek({row["t"]!r}); out.columns = noslip.columns;
      const slider = document.querySelector('.value input[type="range"]');
      if (slider && !slider.disabled) {{
        slider.value = slider.min; slider.dispatchEvent(new Event("input")); slider.value = slider.max; slider.dispatchEvent(new Event("input"));
      }}
      out.later = noslip.time;"""


def wrong_values(cli, folder, systems):
    """Errors of the systems' pages at a third of their motions, and messages of the console, after each has played and a
    slider was moved."""
    pages, expected = [], {}
    for name in systems:
        shutil.copy(folder.parent / f"{name}.html", folder)
        names, rows = read_rows(cli, name, "--rtol", "1e-12")
        expected[name] = names, rows, rows[len(rows) // 3]
        pages.append((name, folder / f"{name}.html", script_of(expected[name][2])))
    wrong = []
    for name, out, console in opened_together(folder, pages):
        names, rows, row = expected[name]
        if "error" in out or console:
            wrong.append(f"{name}: {out.get('error', '')} {console}")
        elif abs(out["later"] - row["t"]) > 1e-12:
            wrong.append(f"{name}: a slider has moved the time to {out['later']}")
        else:
            wrong += [f"{name}: {text}" for text in differences(names, rows, row, out["columns"])]
    return wrong


def check_all(cli, folder, systems):
    """Two browsers at a time, each with a separate folder and some of the systems."""
    def some(begin):
        own = folder / f"from-{begin}"
        own.mkdir()
        return wrong_values(cli, own, systems[begin:begin + TOGETHER])
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        wrong = [text for texts in pool.map(some, range(0, len(systems), TOGETHER)) for text in texts]
    check_none("every page computes what run computes, and is silent", wrong)


def check_inputs(cli, folder):
    """A slider moves an input from the current moment on, like the course of --input, until it is released."""
    name = "ball-on-driven-table"
    names, rows = read_rows(cli, name, "--rtol", "1e-12", "--input", "Omega=if(t < 5, 1.2, if(t < 8, 2, 1.2))")
    at = {round(row["t"], 6): row for row in rows}
    out, console = opened(folder / f"{name}.html", """
      const free = document.querySelector('[aria-label="Let go of Omega"]');
      await noslip.seek(5); out.free = free.hidden;
      const slider = document.querySelector('input[type="range"][aria-label="Omega"]');
      out.range = [slider.min, slider.max];
      slider.value = "2"; slider.dispatchEvent(new Event("input"));
      out.held = !free.hidden; out.now = Number(slider.value); out.time = noslip.time;
      await noslip.seek(7); out.columns = noslip.columns;
      await noslip.seek(8); free.click(); out.again = free.hidden;
      await noslip.seek(9); out.later = noslip.columns;
      out.parameters = Object.keys(noslip.parameters);
      noslip.restart(); out.start = noslip.inputs.Omega;""")
    check("an input is moved by its slider, and let go", "error" not in out and not console and out["free"] and out["held"]
          and out["again"] and out["range"] == ["-4", "4"] and abs(out["now"] - 2) < 0.01 and out["time"] == 5, [str(out), str(console)])
    check_none("then the motion is that of its course", differences(names, rows, at[7.0], out.get("columns", {})))
    check_none("and afterwards, too", differences(names, rows, at[9.0], out.get("later", {})))
    check("parameters of hands have no names", out.get("parameters") == ["r", "k", "I"], str(out.get("parameters")))
    check("and it starts on its own course", out.get("start") == 1.2, str(out.get("start")))
    names, rows = read_rows(cli, name, "--rtol", "1e-12", "--set", "Omega=-0.5", "--to", "3")
    (folder / "set.html").write_text(run(cli, "export", name, "--set", "Omega=-0.5", "--as", "html").stdout)
    out, console = opened(folder / "set.html", "await noslip.seek(3); out.columns = noslip.columns;")
    check_none("an input that was set has its value in the page", differences(names, rows, rows[-1], out.get("columns", {})))


def check_seen(folder):
    """Without WebGL a ball on a large table is drawn over it; on a narrow screen a body far away stays in the
    picture."""
    count = """const pixels = (is) => { const canvas = document.getElementById("scene"), data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      let n = 0; for (let i = 0; i < data.length; i += 4) n += is(data[i], data[i + 1], data[i + 2], data[i + 3]); return n; };"""
    out, console = opened(folder / "ball-on-driven-table.html", count + """
      await noslip.seek(3); out.renderer = noslip.renderer; out.green = pixels((r, g, b, a) => a > 200 && g > r + 60 && g > b);""")
    check("a ball is seen on its table", out.get("renderer") == "canvas" and out.get("green", 0) > 400, [str(out), str(console)])
    out, console = opened(folder / "whipple-bicycle.html", count + """
      document.querySelectorAll(".scene canvas").forEach((canvas) => { canvas.style.width = "300px"; canvas.style.height = "500px"; });
      await noslip.seek(4); out.black = pixels((r, g, b, a) => a > 200 && r < 40 && g < 40 && b < 40);""")
    check("a bicycle stays in a narrow picture", out.get("black", 0) > 30, [str(out), str(console)])


def check_names(cli, folder):
    """Names that JavaScript's objects have from the beginning are names like others."""
    (folder / "names.noslip").write_text("noslip 1\nparameter constructor = 2\nparameter __proto__ = 3\ncoordinate x\n"
                                         "lagrangian constructor*x'^2/2 - __proto__*x^2/2\ninitial x = 1\nrun to 1 step 0.1\n")
    (folder / "names.noslip-setup").write_text('[Noslip set-up]\nversion=1\n\n[System]\nfile=names.noslip\n\n[Compare]\n'
                                               '| overlay "harder" color=0 set:__proto__=9\n')
    (folder / "names.html").write_text(run(cli, "export", str(folder / "names.noslip-setup"), "--as", "html").stdout)
    names, rows = read_rows(cli, str(folder / "names.noslip"), "--set", "__proto__=9", "--rtol", "1e-12")
    out, console = opened(folder / "names.html", """
      await noslip.seek(1); out.harder = noslip.overlays[0].state; out.parameters = Object.entries(noslip.parameters);
      out.labels = [...document.querySelectorAll(".value b")].map((entry) => entry.textContent);""")
    check("parameters may have the names of an object's own", out.get("parameters") == [["constructor", 2], ["__proto__", 3]] and not console,
          [str(out), str(console)])
    check("which are their labels", {"constructor", "__proto__"} <= set(out.get("labels", [])), str(out.get("labels")))
    row = {name: rows[-1][name] for name in ["x", "x'"]}
    check_none("and overlays have values of theirs", differences(row, rows, row, out.get("harder", {})))


def near_side(cli, folder, radius, spindle):
    """Of the 288 faces of a ball only those on the near side are drawn, less than half of them; of a ring that is thicker
    than its radius, all 432."""
    body = f"draw torus at (x, 0, 0) radius {radius} tube 0.5 axis (0, 0, 1)" if spindle else f"draw sphere at (x, 0, 0) radius {radius} color \"red\""
    (folder / "body.noslip").write_text(f"noslip 1\ncoordinate x\nlagrangian x'^2/2\ninitial x' = 1\nrun to 1 step 0.1\n{body}\n")
    (folder / "body.html").write_text(run(cli, "export", str(folder / "body.noslip"), "--as", "html").stdout)
    out, console = opened(folder / "body.html", """
      let faces = 0;
      const fill = CanvasRenderingContext2D.prototype.fill, canvas = document.getElementById("scene");
      CanvasRenderingContext2D.prototype.fill = function () { faces += this.canvas === canvas; return fill.call(this); };
      await noslip.seek(0.5); out.faces = faces;""")
    low, high = (400, 433) if spindle else (90, 143)
    check(f"the near side of a body of radius {radius} is drawn", low <= out.get("faces", 0) <= high, [str(out), str(console)])


def check_changes(cli, folder):
    """A parameter and a velocity take effect from the current state; the rest of the motion is that of `run` from
    there."""
    names, rows = read_rows(cli, "chaplygin-sleigh", "--to", "2", "--rtol", "1e-12")
    last = rows[-1]
    out, console = opened(folder / "chaplygin-sleigh.html", """
      await noslip.seek(2); noslip.set("a", 0.35); out.now = noslip.time; out.parameters = noslip.parameters;
      noslip.set("omega", 1); out.omega = noslip.state.omega;
      noslip.set("v2", 0.5); out.state = noslip.state;
      await noslip.seek(3); out.columns = noslip.columns;
      await noslip.seek(1); out.before = noslip.parameters;
      try { noslip.set("nothing", 1); } catch (error) { out.refused = error.message; }
      try { noslip.set("a", "x"); } catch (error) { out.wrong = error.message; }
      try { noslip.set("a", ""); } catch (error) { out.empty = error.message; }
      try { await noslip.seek("x"); } catch (error) { out.never = error.message; }
      out.still = noslip.time;
      const entry = document.querySelector('input[type="number"][aria-label="a"]'), alert = document.getElementById("problem");
      entry.value = ""; entry.dispatchEvent(new Event("change")); out.said = alert.textContent; out.kept = entry.value;
      await noslip.seek(5); out.further = noslip.time;
      entry.value = "0.3"; entry.dispatchEvent(new Event("change")); out.silent = alert.textContent; out.taken = noslip.parameters.a;""")
    check("changes act", "error" not in out and not console, [out.get("error", "")] + console)
    state = out.get("state", {})
    check("from the present state", out.get("now") == 2 and abs(state.get("x", 9) - last["x"]) < 1e-10 and out.get("omega") == 1)
    check("velocities are brought onto the constraints", abs(state.get("v2", 9)) < 1e-14, f"{state}")
    values = [f"--initial={name}={state[name]!r}" for name in state]
    names, rows = read_rows(cli, "chaplygin-sleigh", "--set", "a=0.35", *values, "--to", "1", "--rtol", "1e-12")
    row = {name: value for name, value in rows[-1].items() if name != "t"}
    check_none("and the motion continues as that of run", differences(row, rows, row, out.get("columns", {})))
    check("what was before stays as it was", out.get("before", {}).get("a") == 0.2)
    check("what is wrong is refused", "nothing" in out.get("refused", "") and "finite number" in out.get("wrong", "") and "an empty text" in out.get("empty", ""))
    check("an emptied field says so, and the motion continues", "empty text" in out.get("said", "") and out.get("kept") == "0.2" and
          out.get("further") == 5 and out.get("silent") == "" and out.get("taken") == 0.3, str(out))
    check("and so is a time that is no number", "needed" in out.get("never", "") and out.get("still") == 1)


SETUP = """[Noslip set-up]
version=1
name=Beside each other

[System]
id=chaplygin-sleigh

[Compare]
| show gibbs-appell
| overlay "faster" color=0 set:omega=2.5 set:a=0.3
| overlay "hidden" color=1 set:omega=9 hidden

[Story]
caption=Which way will it turn?
pause-at=1.5
"""


def check_setup(cli, folder):
    """Overlays of a set-up are computed with the motion, and a story asks its question."""
    setup = folder / "beside.noslip-setup"
    setup.write_text(SETUP)
    done = run(cli, "export", str(setup), "--as", "html", "--output", str(folder / "beside.html"))
    check("a set-up's page is written", done.returncode == 0 and not done.stderr, done.stderr)
    check_none("a set-up's page: one file, on its own", what_is_wrong((folder / "beside.html").read_text()))
    if not shutil.which("chromium"):
        return
    out, console = opened(folder / "beside.html", """
      const $ = (id) => document.getElementById(id);
      await noslip.seek(2); out.overlays = noslip.overlays; out.caption = document.body.textContent.includes("Which way will it turn?");
      out.hidden = $("question").hidden; noslip.restart(); await noslip.seek(1.45); noslip.play();
      for (let i = 0; i < 1500 && $("question").hidden; i++) await new Promise((resolve) => setTimeout(resolve, 20));
      out.asked = !$("question").hidden; out.time = noslip.time; out.focus = document.activeElement.id;
      $("go-on").click(); for (let i = 0; i < 500 && noslip.time <= 1.5; i++) await new Promise((resolve) => setTimeout(resolve, 20)); out.later = noslip.time; out.gone = $("question").hidden;
      noslip.pause(); const look = document.documentElement.dataset; $("look").click(); out.look = look.look; $("look").click(); out.back = look.look;""")
    check("a set-up's page opens and is silent", "error" not in out and not console, [out.get("error", "")] + console)
    overlays = {entry["name"]: entry for entry in out.get("overlays", [])}
    check("it has what is compared and shown", set(overlays) == {"gibbs-appell", "faster"} and out.get("caption"))
    check("formulations agree", 0 <= overlays.get("gibbs-appell", {"apart": 1})["apart"] < 1e-10)
    names, rows = read_rows(cli, "chaplygin-sleigh", "--set", "a=0.3", "--initial", "omega=2.5", "--to", "2", "--rtol", "1e-12")
    row = {name: rows[-1][name] for name in ["x", "y", "theta", "v1", "omega"]}
    check_none("an overlay is the motion of run with its values", differences(row, rows, row, overlays.get("faster", {}).get("state", {})))
    check("the story asks at its time, once", out.get("hidden") and out.get("asked") and out.get("time") == 1.5 and out.get("focus") == "go-on")
    check("and continues after the answer", out.get("later", 0) > 1.5 and out.get("gone"))
    check("light and dark are chosen", {out.get("look"), out.get("back")} == {"light", "dark"})


def check_integration(cli, folder):
    """A set-up's tolerance is that of its page; of its method, which the page has not, both the page and export tell."""
    setup = folder / "coarse.noslip-setup"
    setup.write_text("[Noslip set-up]\nversion=1\n\n[System]\nid=chaplygin-sleigh\n\n[Motion]\nmethod=dla\ntolerance=1e-05\n")
    done = run(cli, "export", str(setup), "--as", "html", "--output", str(folder / "coarse.html"))
    check("a method that a page has not is told", done.returncode == 0 and "order 5" in done.stderr and "dla" in done.stderr, done.stderr)
    text = (folder / "coarse.html").read_text()
    check("and told in the page, with the tolerance kept", re.search(r'"rtol"\s*:\s*1e-0?5\b', text) and "and not by dla" in text)
    setup.write_text(setup.read_text().replace("method=dla\ntolerance=1e-05", "method=rk8pd\ntolerance=1e-14"))
    done = run(cli, "export", str(setup), "--as", "html", "--output", str(folder / "coarse.html"))
    check("and so is a tolerance that a page does not reach", done.returncode == 0 and "12 digits" in done.stderr, done.stderr)
    check("which is then its least", re.search(r'"rtol"\s*:\s*1e-12\b', (folder / "coarse.html").read_text()))


def check_words(folder):
    """Labels of an axis differ, also where the range is tiny; names and units are written as by hand, and heard by name."""
    out, console = opened(folder / "snakeboard.html", """
      const drawn = [], fill = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
        if (this.canvas.id === "energy") drawn.push(text);
        return fill.call(this, text, ...rest);
      };
      await noslip.seek(2);
      out.labels = drawn.slice(-6).filter((text, i) => i % 2 === 0); out.times = drawn.slice(-6).filter((text, i) => i % 2 === 1);
      const label = (name) => document.querySelector(`input[aria-label="${name}"]`).closest(".value").querySelector("b").innerHTML;
      out.names = ["k_phi", "J1", "theta", "theta'", "m"].map(label);
      const words = [...document.querySelectorAll(".value small")].map((entry) => entry.textContent).join();
      out.units = words.includes("(kg m²)") && !words.includes("(kg m^");
      out.wide = [...document.querySelectorAll('input[type="number"]')].filter((entry) => entry.scrollWidth > entry.clientWidth).length;""")
    check("every label of an axis is another", not console and all(len(set(out.get(name, ""))) == 3 for name in ("labels", "times")), f"{out} {console}")
    check("a tiny range is given by its distances from the middle", [text[:1] for text in out.get("labels", "   ")] == ["\u2212", "0", "+"], str(out.get("labels")))
    check("names are written as by hand", out.get("names") == ["k<sub>φ</sub>", "J<sub>1</sub>", "θ", "θ′", "m"], str(out.get("names")))
    check("and so are units", out.get("units"))
    check("numbers have room", out.get("wide") == 0, str(out.get("wide")))
    out, console = opened(folder / "three-link-swimmer.html", """
      const cut = [], fill = CanvasRenderingContext2D.prototype.fillText;
      out.drawn = 0;
      CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        out.drawn++;
        if (this.textAlign === "right" && x - this.measureText(text).width < 0) cut.push(text);
        return fill.call(this, text, x, y);
      };
      for (const t of [1, 2, 4]) await noslip.seek(t);
      out.cut = cut;""")
    check("and so have the labels of the axes", out.get("drawn", 0) > 20 and out.get("cut") == [], str(out))


def check_webgl(folder):
    """The scene by WebGL 2, here in software: the ground, the body and its path are visible."""
    out, _ = opened(folder / "chaplygin-sleigh.html", """
      out.renderer = noslip.renderer; await noslip.seek(3);
      const canvas = document.getElementById("scene-gl"), gl = canvas.getContext("webgl2"), seen = new Set();
      document.getElementById("scene").dispatchEvent(new KeyboardEvent("keydown", {key: "+", bubbles: true}));
      const pixels = new Uint8Array(4 * canvas.width * canvas.height);
      gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
      for (let i = 0; i < pixels.length; i += 4) seen.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]);
      out.colours = seen.size; out.problem = gl.getError();""", "#webgl")
    if out.get("renderer") != "WebGL 2":
        print("# this browser has no WebGL 2, also not by software")
        return
    check("the scene is drawn by WebGL 2", out.get("colours", 0) > 200 and out.get("problem") == 0, f"{out}")


# Draws nothing; its input and a velocity have many digits.
PLAIN = """noslip 1
coordinate x
coordinate y
kinetic (x'^2 + y'^2)/2
potential x^2 + 2*y^2
input push = cos(t)/3 in -1 .. 1
force x' = push
initial x = 1
initial y' = 0.0000234375
run to 3
"""


def check_plain(cli, folder):
    """A system that draws nothing shows its path with axes, as in the window; fields show whole numbers."""
    file, page = folder / "plain.noslip", folder / "plain.html"
    file.write_text(PLAIN)
    done = run(cli, "export", str(file), "--as", "html", "--output", str(page))
    check("the page of a system that draws nothing has axes", done.returncode == 0 and
          re.search(r'"axes": ?\[\s*"x",\s*"y"\s*\]', page.read_text()), done.stderr)
    drawn = run(cli, "export", "chaplygin-sleigh", "--as", "html").stdout
    check("and that of others has none", '"axes"' not in drawn and '"draws"' in drawn)
    if not shutil.which("chromium"):
        return
    out, console = opened(page, """
      await noslip.seek(2);
      const canvas = document.getElementById("scene"), all = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      const first = [...all.slice(0, 3)].join();
      out.drawn = 0;
      for (let i = 0; i < all.length; i += 4)
        if ([...all.slice(i, i + 3)].join() !== first) out.drawn++;
      await noslip.seek(0);
      out.push = document.querySelector('input[type="number"][aria-label="push"]').value;
      out.small = document.querySelector('input[type="number"][aria-label="y\\'"]').value;
      out.high = document.getElementById("time").getBoundingClientRect().height;""")
    check("it shows the path", "error" not in out and not console and out["drawn"] > 500, [str(out), str(console)])
    check("numbers fit into their fields", out.get("push") == "0.333333" and out.get("small") == "2.34375e-5", str(out))
    check("a finger finds the time", out.get("high", 0) >= 24, str(out))


def main(source, cli):
    os.environ["NOSLIP_SYSTEMS"] = str(source / "data/systems")
    systems = [entry["id"] for entry in json.loads(run(cli, "list", "--json").stdout)["systems"]]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for system in systems:
            done = run(cli, "export", system, "--as", "html", "--output", str(folder / f"{system}.html"))
            page = folder / f"{system}.html"
            check_none(f"{system}: one file, on its own", what_is_wrong(page.read_text()) if done.returncode == 0 else [done.stderr])
        title = folder / "title.noslip"
        title.write_text('noslip 1\ntitle "</script><script>alert(1)</script><!--"\ncoordinate x\nlagrangian x\'^2/2\n')
        done = run(cli, "export", str(title), "--as", "html")
        check_none("a title is no part of the page's program", what_is_wrong(done.stdout))
        check("and is shown as it is", "&lt;/script&gt;" in done.stdout)
        if shutil.which("chromium"):
            for system in OPENED:
                check_opened(cli, folder, system)
            check_all(cli, folder, [system for system in systems if system not in OPENED])
            check_changes(cli, folder)
            check_inputs(cli, folder)
            check_seen(folder)
            for radius, spindle in (("1", False), ("-1", False), ("0.3", True)):
                near_side(cli, folder, radius, spindle)
            check_words(folder)
            check_names(cli, folder)
            check_webgl(folder)
        check_plain(cli, folder)
        check_setup(cli, folder)
        check_integration(cli, folder)
    return end()


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2]))
