# SPDX-License-Identifier: GPL-3.0-or-later
"""The templates of widgets (.ui) and the code that uses them agree: each file is well formed, is among the
resources, belongs to a class whose source loads it, and contains the children and handlers that the source binds.
(The test desktop-templates builds each file with GtkBuilder.) Speaks TAP."""
import pathlib
import re
import sys
import xml.etree.ElementTree as tree

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tap import check, check_none, end  # noqa: E402

SHOWN = ("label", "title", "tooltip-text", "description", "placeholder-text")
LOADED = re.compile(r'set_template_from_resource\(\s*GTK_WIDGET_CLASS\(class\),\s*"/org/noslip/Noslip/ui/([^"]+)"\)')
BOUND = re.compile(r"bind_template_child\(\s*GTK_WIDGET_CLASS\(class\),\s*(\w+),\s*(\w+)\)")
CALLED = re.compile(r'bind_template_callback(?:_full)?\(\s*GTK_WIDGET_CLASS\(class\),\s*"?(\w+)"?')


def sources(root):
    """The source that loads each template, by the template's name."""
    found = {}
    for path in sorted((root / "ui").rglob("*.c")):
        text = path.read_text(encoding="utf-8")
        for name in LOADED.findall(text):
            found[name] = text
    return found


def disagreements(template, code, used=()):
    """The differences between a template and the source that loads it. `used`: names to which the file itself
    refers."""
    name = template.get("class")
    ids = {item.get("id") for item in template.iter("object") if item.get("id")}
    handlers = {item.get("handler") for item in template.iter("signal")}
    bound = {child for owner, child in BOUND.findall(code) if owner == name}
    called = set(CALLED.findall(code))
    if "struct _%s {" % name not in code:
        yield "the source that loads it does not define %s" % name
    if "gtk_widget_init_template(" not in code:
        yield "gtk_widget_init_template() is not called"
    yield from ("%s is bound and is not in the file" % child for child in sorted(bound - ids))
    yield from ("%s is in the file and is not bound" % child for child in sorted(ids - bound - set(used)))
    yield from ("the handler %s is not bound" % handler for handler in sorted(handlers - called))
    yield from ("the handler %s is bound and not used" % handler for handler in sorted(called - handlers))


def used_inside(document):
    """The children to which a file refers itself: in size groups and in groups of buttons."""
    yield from (item.get("name") for item in document.iter("widget"))
    yield from (item.text for item in document.iter("property") if item.get("name") == "group")


def untranslated(document):
    for item in document.iter("property"):
        text = (item.text or "").strip()
        if item.get("name") in SHOWN and re.search(r"[A-Za-z]{2}", text) and item.get("translatable") != "yes":
            if text != "Noslip":
                yield "“%s” is not marked for translation" % text


def check_rules():
    """The rules detect a child and a handler that are missing on either side."""
    file = tree.fromstring('<interface><template class="A"><child><object class="GtkBox" id="one"><signal name="s" '
                           'handler="go"/></object></child></template></interface>')
    good = ("struct _A {}; gtk_widget_init_template(x); bind_template_child(GTK_WIDGET_CLASS(class), A, one); "
            "bind_template_callback(GTK_WIDGET_CLASS(class), go)")
    check("a template and a source that agree", list(disagreements(file.find("template"), good)) == [])
    for what, bad in (("child", good.replace("A, one", "A, two")), ("handler", good.replace("class), go", "class), no")),
                      ("class", good.replace("_A", "_B"))):
        check("a %s that is missing is found" % what, list(disagreements(file.find("template"), bad)) != [])
    check("a child that only the file refers to needs no binding",
          list(disagreements(file.find("template"), good.replace("bind_template_child", "no"), ["one"])) == [])
    check("a text without a mark is found",
          list(untranslated(tree.fromstring('<a><property name="label">Open</property></a>'))) != [])


def main(root):
    check_rules()
    loaded = sources(root)
    resources = (root / "ui/widgets/noslip.gresource.xml").read_text(encoding="utf-8")
    files = sorted((root / "ui").rglob("*.ui"))
    for path in files:
        name = str(path.relative_to(root))
        document = tree.parse(path).getroot()
        template = document.find("template")
        problems = list(untranslated(document))
        if ">%s<" % path.relative_to(root / "ui/widgets") not in resources:
            problems.append("is not among the resources")
        if template is not None and path.name not in loaded:
            problems.append("no source loads it")
        elif template is not None:
            problems += disagreements(template, loaded[path.name], used_inside(document))
        check_none(name, problems)
    check_none("each template that a source loads exists",
               [name for name in loaded if name not in [path.name for path in files]])
    return end()


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
