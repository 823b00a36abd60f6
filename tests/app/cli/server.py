# SPDX-License-Identifier: GPL-3.0-or-later
"""The language server, as an editor uses it. Speaks TAP."""
import json
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from tap import check, end  # noqa: E402

URI = "file:///tmp/pendulum.noslip"
TEXT = 'noslip 1\nparameter g = 9.81 unit "m/s^2" "gravity"\ncoordinate θ angle "angle 𝛼"\nlagrangian   θ\'^2/2+g*cos(θ)\n'


WRONG = 'noslip 1\nparameter g = 9.81\ncoordinate th angle\nlet l = 2\nlagrangian l^2*th\'^2/2 + g*cos(tth)\n'
SNIPPETS = {"textDocument": {"completion": {"completionItem": {"snippetSupport": True}}}}


class Client:
    def __init__(self, cli):
        self.process = subprocess.Popen([cli, "language-server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.n = 0

    def send(self, message):
        data = message if isinstance(message, bytes) else json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.process.stdin.flush()

    def read(self):
        length = 0
        while (line := self.process.stdout.readline().strip()) != b"":
            if line.startswith(b"Content-Length:"):
                length = int(line[15:])
        return json.loads(self.process.stdout.read(length))

    def ask(self, method, **params):
        self.n += 1
        self.send({"id": self.n, "method": method, "params": params})
        return self.read()

    def notify(self, method, **params):
        self.send({"method": method, "params": params})

    def at(self, method, line, character):
        return self.ask(method, textDocument={"uri": URI}, position={"line": line, "character": character})["result"]


def check_texts(client):
    client.notify("textDocument/didOpen", textDocument={"uri": URI, "languageId": "noslip", "version": 1, "text": TEXT})
    message = client.read()
    check("a good text has no errors", message["method"] == "textDocument/publishDiagnostics" and message["params"]["uri"] == URI and
          not [entry for entry in message["params"]["diagnostics"] if entry["severity"] == 1], f"{message}")
    client.notify("textDocument/didChange", textDocument={"uri": URI, "version": 2},
                contentChanges=[{"text": TEXT + 'let a = 2 # 𝛼𝛼\nlet b = 1 + "𝛼𝛼" + q\n'}])
    errors = client.read()["params"]["diagnostics"]
    check("a wrong text has its errors, at their places", errors and all(entry["source"] == "noslip" for entry in errors) and
          errors[0]["range"]["start"] == {"line": 5, "character": 12} and errors[0]["severity"] == 1, f"{errors}")
    client.notify("textDocument/didChange", textDocument={"uri": URI, "version": 3},
                contentChanges=[{"text": TEXT + "let 𝛼 = 2\nplot 𝛼 + 2 θ\n"}])
    client.read()
    line = {"line": 5, "character": 0}
    found = client.ask("textDocument/codeAction", textDocument={"uri": URI}, range={"start": line, "end": line}, context={"diagnostics": []})["result"]
    edit = found[0]["edit"]["changes"][URI][0] if found else {}
    check("a slip has its fix, at its place", len(found) == 1 and found[0]["kind"] == "quickfix" and edit["newText"] == "*" and
          edit["range"] == {"start": {"line": 5, "character": 11}, "end": {"line": 5, "character": 12}}, f"{found}")
    line = {"line": 0, "character": 0}
    check("other lines have none", client.ask("textDocument/codeAction", textDocument={"uri": URI}, range={"start": line, "end": line})["result"] == [])
    client.notify("textDocument/didChange", textDocument={"uri": URI, "version": 3}, contentChanges=[{"text": TEXT}])
    client.read()


def check_words(client):
    start = {item["label"]: item for item in client.at("textDocument/completion", 1, 0)}
    check("at a line's start statements are completed", "${1:NAME}" in start["parameter"].get("insertText", "") and
          start["parameter"]["insertTextFormat"] == 2 and "g" not in start, f"{start.get('parameter')}")
    inside = {item["label"]: item for item in client.at("textDocument/completion", 3, 14)}
    check("behind it names and functions", {"g", "θ", "θ'", "sin", "pi"} <= set(inside) and "gravity" in inside["g"]["detail"], f"{sorted(inside)}")
    hover = client.at("textDocument/hover", 3, 20)
    check("hovering a name describes it", hover and "gravity" in hover["contents"]["value"] and "m/s^2" in hover["contents"]["value"] and
          hover["range"] == {"start": {"line": 3, "character": 20}, "end": {"line": 3, "character": 21}}, f"{hover}")
    hover = client.at("textDocument/hover", 1, 3)
    check("a statement its form", hover and "parameter NAME" in hover["contents"]["value"], f"{hover}")
    check("there is no hover without a meaning", client.at("textDocument/hover", 3, 11) is None)
    edits = client.ask("textDocument/formatting", textDocument={"uri": URI}, options={})["result"]
    check("the layout is put in order", len(edits) == 1 and "lagrangian θ'^2/2+g*cos(θ)\n" in edits[0]["newText"] and
          edits[0]["range"] == {"start": {"line": 0, "character": 0}, "end": {"line": 4, "character": 0}}, f"{edits}")


def check_wrong_text(cli):
    """A client without snippets, and a text that was never without errors."""
    client = Client(cli)
    client.ask("initialize", processId=None, capabilities={})
    client.notify("textDocument/didOpen", textDocument={"uri": URI, "languageId": "noslip", "version": 1, "text": WRONG})
    errors = client.read()["params"]["diagnostics"]
    check("the text has an error", [entry["code"] for entry in errors if entry["severity"] == 1] == ["unknown-name"], f"{errors}")
    inside = {item["label"]: item["detail"] for item in client.at("textDocument/completion", 4, 12)}
    check("its names are completed all the same", {"g", "th", "th'", "l", "cos"} <= set(inside) and inside["l"] == "abbreviation", f"{sorted(inside)}")
    hover = client.at("textDocument/hover", 4, 25)
    check("and described", hover and hover["contents"]["value"] == "**g** parameter", f"{hover}")
    start = client.at("textDocument/completion", 1, 0)
    check("a client without snippets gets plain words", start and not [item for item in start if "insertText" in item or item["kind"] == 15], f"{start[:2]}")
    client.process.stdin.close()
    client.process.wait(10)


def check_errors(client):
    check("an unknown method is refused", client.ask("textDocument/rename")["error"]["code"] == -32601)
    check("a text that is not open", client.ask("textDocument/hover", textDocument={"uri": "file:///x"})["error"]["code"] == -32602)
    client.send(b"{")
    check("what is no JSON", client.read()["error"]["code"] == -32700)
    client.send(b"[1]")
    check("what is no message", client.read()["error"]["code"] == -32600)
    for params in ({"textDocument": 1}, {"textDocument": {"uri": 5}}, {"textDocument": {"uri": URI}, "contentChanges": [1]}):
        client.notify("textDocument/didChange", **params)
    check("what lacks members is left alone", client.at("textDocument/hover", 10**9, 10**9) is None)


def main(cli):
    client = Client(cli)
    check("requests before initialize are refused", client.ask("textDocument/hover")["error"]["code"] == -32002)
    can = client.ask("initialize", processId=None, capabilities=SNIPPETS)["result"]["capabilities"]
    check("the server lists its capabilities", can["hoverProvider"] and can["documentFormattingProvider"] and can["codeActionProvider"] and "completionProvider" in can and
          can["textDocumentSync"] == 1, f"{can}")
    client.notify("initialized")
    check_texts(client)
    check_words(client)
    check_errors(client)
    check_wrong_text(cli)
    client.notify("textDocument/didClose", textDocument={"uri": URI})
    check("a closed text has no diagnostics", client.read()["params"]["diagnostics"] == [])
    check("it is shut down", client.ask("shutdown")["result"] is None)
    client.notify("exit")
    check("and ends", client.process.wait(10) == 0)
    early = Client(cli)
    early.process.stdin.close()
    check("without a shutdown its status is 1", early.process.wait(10) == 1)
    grammar = json.loads(subprocess.run([cli, "--grammar"], capture_output=True, text=True).stdout)
    keyword = next(rule["match"] for rule in grammar["patterns"] if rule["name"].startswith("keyword.control"))
    check("the grammar knows every statement", grammar["scopeName"] == "source.noslip" and
          all(re.search(keyword, f"{word} x") for word in ("parameter", "lagrangian", "constraint", "draw")), keyword)
    return end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
