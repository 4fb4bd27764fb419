"""Engine and model side by side over 50,000 random deals."""

import random

import pytest

from tests.deep.compare import agrees
from tests.deep.deals import random_evening

pytestmark = pytest.mark.deep

DEALS = 50_000
AN_EVENING = 4
CHUNKS = 50


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engine_and_model_agree_to_the_rouble(chunk):
    dealt = 0
    while dealt < DEALS // CHUNKS:
        dealt += agrees(random_evening(random.Random(f"deep {chunk} {dealt}"), AN_EVENING))
    assert dealt == DEALS // CHUNKS
