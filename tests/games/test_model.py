"""The engine beside a slow model that was written from the rules alone: a few hundred deals, to the rouble."""

import random

import pytest

from tests.deep.compare import agrees
from tests.deep.deals import random_evening


@pytest.mark.parametrize("number", range(100))
def test_engine_and_model_agree_to_the_rouble(number):
    agrees(random_evening(random.Random(f"evening {number}"), deals=3))
