"""The rules stay pure: nothing of Django, no clock, no chance that the record did not fix."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted(path.relative_to(ROOT) for path in (ROOT / "games").rglob("*.py"))
NOT_PURE = {"datetime", "os", "random", "secrets", "socket", "sqlite3", "subprocess", "tempfile", "time", "uuid"}


def imported(path):
    """The full names that a module imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def called_by_name(path):
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


def test_the_modules_are_found():
    assert Path("games/shtoss/rules.py") in MODULES
    assert Path("games/apps.py") in MODULES


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_a_module_imports_the_rules_and_the_standard_library_alone(path):
    allowed = {"games", *sys.stdlib_module_names} | ({"django"} if path == Path("games/apps.py") else set())
    assert {name.partition(".")[0] for name in imported(path)} <= allowed


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_a_module_reads_no_clock_no_environment_and_draws_no_number(path):
    assert not {name.partition(".")[0] for name in imported(path)} & NOT_PURE


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_a_module_neither_prints_nor_runs_text_nor_imports_by_name(path):
    forbidden = {"print", "input", "eval", "exec", "compile", "__import__", "id", "hash", "globals", "vars"}
    assert not set(called_by_name(path)) & forbidden


def test_the_rules_play_a_record_without_django():
    code = (
        "import sys\n"
        "sys.modules['django'] = None\n"  # whoever imports it fails
        "from games.catalogue import find_game\n"
        "from games.core.record import read\n"
        "from games.core.replay import replay, report\n"
        "from pathlib import Path\n"
        "record = read(Path('seeds/plie.toml'))\n"
        "print(report(record, list(replay(find_game(record.game), record)))['net'])\n"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == ("{'banker': 10, 'punter': -10}\n", "")


def test_the_folder_of_the_site_is_no_package():
    assert (ROOT / "site").is_dir()
    assert not (ROOT / "site" / "__init__.py").exists()


def test_nothing_in_the_folder_of_the_site_is_named_like_a_standard_module():
    names = {path.stem for path in (ROOT / "site").iterdir() if path.is_dir() or path.suffix == ".py"}
    assert "web" in names
    assert not names & sys.stdlib_module_names


def test_the_tests_are_no_packages():
    assert not list((ROOT / "tests").rglob("__init__.py"))
