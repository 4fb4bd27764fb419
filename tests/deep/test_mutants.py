"""Every small fault put into settlement, conditions, odds or the cut is found by some test; see ``mutants.py``."""

import subprocess
import sys

import pytest

from tests.deep.mutants import ROOT, TARGETS

pytestmark = pytest.mark.deep


@pytest.mark.parametrize("target", TARGETS)
def test_no_mutant_survives(target):
    command = [sys.executable, "tests/deep/mutants.py", "--workers", "1", target]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    print(ran.stdout)
    assert ran.returncode == 0, ran.stdout + ran.stderr
