"""Mutation testing: does some test fail for every small fault put into the code that settles money?

``python tests/deep/mutants.py [--workers N] [TARGET …]`` prints the mutants that no test kills. A mutant is one module
with one node of its syntax changed: a comparison, a sum, a number, a truth value, a condition, a returned value. It is
never written to disk: a child process imports it in place of the module and runs the tests, which stop at their first
failure.

Some mutants cannot be killed, because they change nothing that could be seen. They are listed in ``ACCEPTED`` with the
reason; anything else that survives wants a better test.
"""

import ast
import json
import os
import resource
import sys
from argparse import ArgumentParser
from collections import Counter
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path

ROOT = Path(__file__).parents[2]
SECONDS = 120  # of the processor, for one run of the tests: whatever takes longer hangs, and is killed

# Where faults are put, in which function alone (None: everywhere), and the tests that should find them, quickest first.
TARGETS = {
    "settlement": ("games/shtoss/settlement.py", None, ["model", "shtoss_faro shtoss_conditions", "shtoss_examples"]),
    "conditions": (
        "games/shtoss/conditions.py",
        None,
        ["model", "shtoss_conditions shtoss_faro", "odds shtoss_evening"],
    ),
    "odds": ("games/shtoss/odds.py", None, ["odds", "live"]),
    "cut": ("games/shtoss/rules.py", "State._cut", ["model", "shtoss_examples", "shtoss_evening shtoss_faro"]),
}

# Survivors that no test can kill, and why.
ACCEPTED: dict[str, str] = {
    "conditions Conditions.base: return Fraction(0)  =>  return -Fraction(0)": "there is one zero",
    **dict.fromkeys(
        (
            "odds _by_suit: Card('7', SUITS[0])  =>  Card('7', SUITS[-1])",
            "odds _by_suit: Card('7', SUITS[0])  =>  Card('7', SUITS[1])",
            "odds mean_colour_share: staked or Card('7', SUITS[0])  =>  staked or Card('7', SUITS[-1])",
            "odds mean_colour_share: staked or Card('7', SUITS[0])  =>  staked or Card('7', SUITS[1])",
        ),
        "to every suit one is the same, one has its colour and two have the other",
    ),
    **dict.fromkeys(
        (
            "odds _decisions: range(left, 1, -2)  =>  range(left, 0, -2)",
            "odds several: range(size, 1, -2)  =>  range(size, 0, -2)",
            "odds edges: range(2, size + 1, 2)  =>  range(2, size + 2, 2)",
            "odds _require: not 2 <= left <= size or left % 2  =>  not 1 <= left <= size or left % 2",
        ),
        "the number of cards is even, so the odd one is never met",
    ),
}

COMPARISONS = {
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
}
OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
}


def changes(node: ast.AST) -> list[ast.AST]:
    """Every small change of ``node`` itself."""
    match node:
        case ast.Compare(left, ops, comparators):
            return [
                ast.Compare(left, [*ops[:at], other(), *ops[at + 1 :]], comparators)
                for at, op in enumerate(ops)
                for other in COMPARISONS[type(op)]
            ]
        case ast.BinOp(left, op, right) if type(op) in OPERATORS:
            return [ast.BinOp(left, OPERATORS[type(op)](), right)]
        case ast.AugAssign(target, op, value) if type(op) in OPERATORS:
            return [ast.AugAssign(target, OPERATORS[type(op)](), value)]
        case ast.BoolOp(op, values):
            return [ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)]
        case ast.UnaryOp(ast.USub() | ast.Not(), operand):
            return [operand]
        case ast.Constant(bool(value)):
            return [ast.Constant(not value)]
        case ast.Constant(int(value)):
            return [ast.Constant(value + 1), ast.Constant(value - 1)]
        case ast.If(test, body, orelse):
            return [ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)]
        case ast.IfExp(test, body, orelse):
            return [ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse)]
        case ast.Return(value) if value is not None:
            return [ast.Return(ast.Constant(None)), ast.Return(ast.UnaryOp(ast.USub(), value))]
        case ast.Continue():
            return [ast.Break()]
        case ast.Break():
            return [ast.Continue()]
    return []


class Site:
    """A node that may be changed: where it stands in the walk of its tree, in which function, in which expression."""

    def __init__(self, index: int, function: str, around: ast.AST) -> None:
        self.index, self.function, self.around = index, function, around


def sites(tree: ast.Module) -> list[Site]:
    """Every node of ``tree`` but for annotations and decorators, which decide nothing when it runs."""
    numbers = {id(node): index for index, node in enumerate(ast.walk(tree))}
    found: list[Site] = []

    def visit(node: ast.AST, function: str, around: ast.AST | None) -> None:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            function = f"{function}.{node.name}".lstrip(".")
        if isinstance(node, ast.expr) and around is None:
            around = node  # the outermost expression says best what is changed
        found.append(Site(numbers[id(node)], function, around or node))
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_params"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    visit(child, function, around)

    visit(tree, "", None)
    return found


class _Exchange(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)


def mutant(source: str, index: int, number: int) -> ast.Module:
    """The module with change ``number`` of the node that stands at ``index``."""
    tree = ast.parse(source)
    node = list(ast.walk(tree))[index]
    new = changes(node)[number]
    return ast.fix_missing_locations(_Exchange(node, ast.copy_location(new, node)).visit(tree))


def all_mutants(target: str) -> dict[str, ast.Module]:
    """The mutants of ``target`` by name: function, what stands there, what is put in its place."""
    path, only, _ = TARGETS[target]
    source = (ROOT / path).read_text(encoding="utf-8")
    tree, seen, found = ast.parse(source), Counter(), {}
    for site in sites(tree):
        if only and site.function != only:
            continue
        for number in range(len(changes(list(ast.walk(tree))[site.index]))):
            changed = mutant(source, site.index, number)
            name = f"{target} {site.function or 'module'}: {_described(tree, changed, site)}"
            seen[name] += 1
            found[name if seen[name] == 1 else f"{name} #{seen[name]}"] = changed
    return found


def _described(tree: ast.Module, changed: ast.Module, site: Site) -> str:
    """The expression around the change, before and after; of a statement its first line."""
    at = next(index for index, node in enumerate(ast.walk(tree)) if node is site.around)
    after = _same_place(tree, changed, at)
    before, after = (ast.unparse(ast.fix_missing_locations(each)).split("\n")[0] for each in (site.around, after))
    return f"{before}  =>  {after}"


def _same_place(tree: ast.Module, changed: ast.Module, at: int) -> ast.AST:
    """What stands in ``changed`` where node ``at`` of ``tree`` does: the way down from the root is the same."""
    wanted = list(ast.walk(tree))[at]
    way: list[tuple[str, int | None]] = []

    def find(node: ast.AST) -> bool:
        if node is wanted:
            return True
        for name, value in ast.iter_fields(node):
            for number, child in enumerate(value if isinstance(value, list) else [value]):
                if isinstance(child, ast.AST):
                    way.append((name, number if isinstance(value, list) else None))
                    if find(child):
                        return True
                    way.pop()
        return False

    find(tree)
    node: ast.AST = changed
    for name, number in way:
        node = getattr(node, name) if number is None else getattr(node, name)[number]
    return node


# -- running the tests ---------------------------------------------------------------------------------------


class Impostor(MetaPathFinder, Loader):
    """Imports a changed tree in place of the module called ``name``."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self.name, self.tree = name, tree

    def find_spec(self, fullname, path=None, target=None):
        return ModuleSpec(fullname, self, origin="a mutant") if fullname == self.name else None

    def exec_module(self, module):
        exec(compile(self.tree, self.name, "exec"), module.__dict__)


def passes(module: str, tree: ast.Module | None, tests: str) -> bool:
    """Whether ``tests`` pass in a child process with ``tree`` as the module ``module`` (None: as it is)."""
    child = os.fork()
    if not child:
        os._exit(_run(module, tree, tests))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == 5:
        raise RuntimeError(f"no test was found in {tests}")
    return status == 0


def _run(module: str, tree: ast.Module | None, tests: str) -> int:
    import pytest

    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    if tree:
        sys.meta_path.insert(0, Impostor(module, tree))
    files = [f"tests/games/test_{name}.py" for name in tests.split()]
    options = ["-x", "-q", "-c", os.devnull, f"--rootdir={ROOT}", "--import-mode=importlib"]
    without = [
        word for name in ("django", "cacheprovider", "xdist", "cov", "playwright") for word in ("-p", f"no:{name}")
    ]
    try:
        return int(pytest.main([*options, *without, "-W", "ignore", "-o", "xfail_strict=true", *files]))
    except BaseException:
        return 1


def survivors(target: str, workers: int) -> tuple[list[str], int]:
    """The names of the mutants that pass all the tests, and the number of all."""
    path, _, stages = TARGETS[target]
    module = path.removesuffix(".py").replace("/", ".")
    for tests in stages:
        if not passes(module, None, tests):
            raise RuntimeError(f"the tests {tests} fail as it is")
    mutants = list(all_mutants(target).items())
    pipes = []
    for worker in range(workers):
        reading, writing = os.pipe()
        if not os.fork():
            alive = [
                name
                for name, tree in mutants[worker::workers]
                if name not in ACCEPTED and all(passes(module, tree, tests) for tests in stages)
            ]
            with os.fdopen(writing, "w", encoding="utf-8") as pipe:
                json.dump(alive, pipe)
            os._exit(0)
        os.close(writing)
        pipes.append(reading)
    found: list[str] = []
    for reading in pipes:
        with os.fdopen(reading, encoding="utf-8") as pipe:
            found += json.loads(pipe.read())
        os.wait()
    return sorted(found), len(mutants)


def main(targets: list[str], workers: int) -> int:
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT)]
    import hypothesis  # noqa: F401  imported once for all the children
    import pytest  # noqa: F401

    failed = 0
    for target in targets or TARGETS:
        names = all_mutants(target)
        accepted = [name for name in ACCEPTED if name.startswith(f"{target} ")]
        gone = [name for name in accepted if name not in names]
        alive, total = survivors(target, workers)
        print(f"{target}: {total} mutants, {len(alive)} survive, {len(accepted)} accepted", flush=True)
        for name in alive:
            print(f"  survives: {name}")
        for name in gone:
            print(f"  accepted, but there is no such mutant: {name}")
        failed += len(alive) + len(gone)
    return 1 if failed else 0


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []], metavar="TARGET")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    sys.exit(main(asked.targets, asked.workers))
