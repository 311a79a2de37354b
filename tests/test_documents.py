"""README, ARCHITECTURE, CONTRIBUTING and CHANGELOG describe the program as it is."""

import ast
import importlib.util
import re
from collections import Counter
from pathlib import Path

import pytest
from source_trees import source_trees

from jaxstudio.ops import CATALOGUE

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "jaxstudio"
ARCHITECTURE, CONTRIBUTING, CHANGELOG, README, TASKS = (
    (ROOT / name).read_text(encoding="utf-8")
    for name in ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "README.md", "docs/tasks.md")
)
PATH = re.compile(r"`((?:[\w.-]+/)*[\w.-]+(?:\.(?:py|toml|md)|/))`|`((?:[\w.-]+/)+[\w.-]+)`")
HEADINGS = ("Added", "Changed", "Fixed", "Removed")
# Anything may import these, and nothing imports those.
EVERYWHERE, ENTRIES = {"errors", "lazy_dataclass"}, ("__init__", "__main__")


def missing_paths(text):
    """Paths in backticks that exist neither below the root or jaxstudio/, nor beside an earlier one.

    An item of a list may name a folder once and then its modules alone: `functions/language/` (`tokens.py`).
    """
    missing = []
    for paragraph in re.split(r"\n(?=\d+\. |\* |- |\n)", text):
        folders = [ROOT, PACKAGE]
        for path in (one or other for one, other in PATH.findall(paragraph)):
            places = [folder / path for folder in folders if (folder / path).exists()]
            if not places:
                missing.append(path)
                continue
            folders.insert(2, places[0] if places[0].is_dir() else places[0].parent)
    return missing


def sections(text):
    return dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))


def test_every_path_in_the_documents_exists():
    chapters = sections(ARCHITECTURE)
    table = re.findall(r"^\| (`[^|]*`) \|", chapters["Processes"], re.MULTILINE)
    for cell in table:
        for name in re.findall(r"`([^`]*)`", cell):
            assert (PACKAGE / "processes" / name).is_file(), name
    chapters["Processes"] = re.sub(r"^\|.*\n", "", chapters["Processes"], flags=re.MULTILINE)
    assert missing_paths("\n\n".join(chapters.values())) == []
    assert missing_paths(CONTRIBUTING) == []
    # what a reader is asked to write, and what the demo writes, which a reader may have run before the tests
    assert set(missing_paths(README)) - {"./jaxstudio-demo"} == {"jaxstudio/ops/tone/fade.py"}
    for page in sorted((ROOT / "docs" / "decisions").glob("*.md")):
        assert missing_paths(page.read_text(encoding="utf-8")) == [], page.name


@pytest.mark.parametrize(
    "text",
    [
        "`engine/nowhere.py`",
        "see `nowhere/`",
        "`jaxstudio/engine/nowhere.py`",
        "`engine/preview_worker.py`, `nowhere.py`",
    ],
)
def test_a_wrong_path_is_found(text):
    assert len(missing_paths(text)) == 1


def test_paths_beside_one_that_was_named_are_found():
    text = "1. `functions/language/`: `tokens.py`\n2. `engine/preview_worker.py`, `job.py`, `ops/`"
    assert missing_paths(text) == []
    assert missing_paths("1. `functions/language/`: a tree\n2. `tokens.py`") == ["tokens.py"]


def package_table():
    """{package: what it imports, or None for all above}, in the order of the table."""
    rows = re.findall(
        r"^\| `([\w./]+)` \|.*\| ?([^|]*) ?\|$", sections(ARCHITECTURE)["Packages"], re.MULTILINE
    )
    names = {name.removesuffix("/").removesuffix(".py"): cell for name, cell in rows}
    return {
        name: None if cell.strip() == "all above" else set(re.findall(r"`(\w+)`", cell))
        for name, cell in names.items()
    }


def imports():
    """{package: the packages that it imports}, in functions and for types as well."""
    found = {}
    for path, tree in source_trees().items():
        name = path.relative_to(PACKAGE).with_suffix("").parts[0]
        modules = found.setdefault(name, set())
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == "jaxstudio":
                modules.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("jaxstudio."):
                modules.add(node.module.split(".")[1])
            elif isinstance(node, ast.Import):
                modules.update(
                    alias.name.split(".")[1] for alias in node.names if alias.name.startswith("jaxstudio.")
                )
    return {name: modules - {name, "__version__"} for name, modules in found.items() if name not in ENTRIES}


def test_the_table_of_packages_is_what_is_imported():
    table, actual = package_table(), imports()
    assert set(table) == set(actual)
    above = set()
    for name, named in table.items():
        assert actual[name] <= above, f"{name} imports from rows below it: {actual[name] - above}"
        if named is not None:
            assert named == actual[name] - EVERYWHERE, name
        above.add(name)


def definitions():
    """Names of all classes, functions and constants of modules and classes."""
    names = set()
    for tree in source_trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                names.add(node.name)
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names.update(target.id for target in targets if isinstance(target, ast.Name))
    return names


def test_classes_and_steps_that_the_documents_name_are_defined():
    named = set(re.findall(r"`([A-Z]\w+)(?:\.\w+)*[`(]", ARCHITECTURE + CONTRIBUTING)) - {"PATH"}
    named |= set(re.findall(r"`([a-z]+(?:_[a-z]+)*)`", sections(CONTRIBUTING)["Add a kind of op"]))
    assert {"Supervisor", "SingleJob", "PLANS", "DEFINITIONS", "input_rect"} <= named
    assert named - definitions() == set()


def test_a_reader_finds_how_to_add_a_filter_and_a_kind():
    chapters = sections(CONTRIBUTING)
    assert "`jaxstudio/pipeline/kinds.py`" in chapters["Add a filter"]
    for word in ("`PLANS`", "`DEFINITIONS`", "`jaxstudio/engine/plan/`"):
        assert word in chapters["Add a kind of op"]


def test_changes_stand_under_one_heading_of_each_kind_and_once():
    (unreleased,) = re.findall(r"^## \[Unreleased\]\n(.*?)(?=^## |\Z)", CHANGELOG, re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^### (.*)$", unreleased, re.MULTILINE)
    assert headings == [name for name in HEADINGS if name in headings]
    entries = re.findall(r"^- (.*(?:\n  .*)*)", unreleased, re.MULTILINE)
    assert [entry for entry, count in Counter(entries).items() if count > 1] == []
    for line in unreleased.splitlines():
        assert re.match(r"$|### |- |  \S", line), f"neither an entry nor its next line: {line}"


def anchors(path):
    """What a link may name behind # in a page: its headings, spelled as in links."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def test_every_link_between_the_documents_leads_somewhere():
    wrong = []
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    for page in pages:
        for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
            name, _, anchor = target.partition("#")
            path = page.parent / name if name else page
            if target.startswith("http"):
                continue
            if not path.exists() or (anchor and anchor not in anchors(path)):
                wrong.append(f"{page.relative_to(ROOT)}: {target}")
    assert wrong == []


def test_the_generated_pages_are_what_the_code_says():
    """Every command, option, filter, function and format is in docs/."""
    spec = importlib.util.spec_from_file_location("reference", ROOT / "resources" / "reference.py")
    reference = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reference)
    old = [path.name for path, text in reference.pages().items() if path.read_text(encoding="utf-8") != text]
    assert old == [], "run python resources/reference.py"


def test_the_readme_is_a_page_and_the_architecture_ten_minutes():
    assert len(README.splitlines()) <= 150
    assert len(ARCHITECTURE.splitlines()) <= 180


def test_the_sixty_tasks_are_found_by_their_words(subtests):
    """Every word of another program finds the filter that its row names among the first three."""
    rows = [row.groups() for row in re.finditer(r"^\| (.+) \| (.+) \| (.+) \|$", TASKS, re.MULTILINE)]
    rows = [row for row in rows if row[0] != "Task"]
    elsewhere = TASKS.partition("## Not here")[2].count("\n| ") - 1
    assert (len(rows), elsewhere) == (54, 6)
    asked = 0
    for task, words, here in rows:
        titles = set(re.findall(r"\*\*(.+?)\*\*", here))
        for word in words.split(", ") if titles else ():
            with subtests.test(task=task, word=word):
                asked += 1
                assert titles & {op.title for op in CATALOGUE.search(word)[:3]}
    assert asked > 60
