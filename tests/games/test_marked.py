"""What somebody sees who can read the backs: every staked card, and once the deck is cut the next two."""

import pytest

from games.catalogue import find_game
from games.core.record import Player, Record
from games.core.replay import replay
from games.shtoss.marked import read_backs

PLAYERS = (Player("banker", "Banker"), Player("punter", "Punter"))
LINES = ("punter stake 7h 10", "punter cut 26", "banker turn", "banker turn")


def steps(top, rules=None, lines=LINES):
    record = Record("shtoss", PLAYERS, rules or {}, {"seed": "backs", "top": top}, lines)
    return list(replay(find_game("shtoss"), record))


def test_a_staked_card_is_known_before_it_is_opened():
    state = steps("2c 5d 3c 7s")[1].state
    assert state.view(None).bets[0].card is None
    assert str(read_backs(state).view.bets[0].card) == "7h"


@pytest.mark.parametrize(("step", "coming"), [(0, []), (1, []), (2, ["2c", "5d"]), (3, ["3c", "7s"]), (4, [])])
def test_the_cards_of_the_next_pair_are_known_from_the_cut_to_the_end(step, coming):
    assert [str(card) for card in read_backs(steps("2c 5d 3c 7s")[step].state).coming] == coming


def test_where_the_cut_comes_first_they_are_known_while_cards_are_staked():
    lines = ("punter cut 26", "punter stake 7h 10", "banker turn")
    cut_first = steps("7s 5d", {"cut": "first"}, lines)
    known = [[str(card) for card in read_backs(step.state).coming] for step in cut_first]
    assert known == [[], ["7s", "5d"], ["7s", "5d"], []]


def test_everything_else_is_as_an_onlooker_sees_it():
    state = steps("2c 5d 3c 7s")[3].state
    assert read_backs(state).view == state.view(None)
