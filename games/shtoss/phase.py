"""The moments of a deal."""

from enum import StrEnum


class Phase(StrEnum):
    """What a deal waits for."""

    LOT = "lot"  # the draw for the bank: only with the agreement banker = "lot"
    CUTTING = "cutting"  # the cut, before any stake: only with the agreement cut = "first"
    STAKING = "staking"  # stakes, and then whatever closes them: the cut, or the first turn
    TURNING = "turning"  # the next abzug; in faro also further stakes
    SETTLED = "settled"  # another deal, or the end of the evening
    STOPPED = "stopped"  # nothing
