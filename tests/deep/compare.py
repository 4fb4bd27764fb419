"""A record played by the engine and by the model at once."""

from games.catalogue import find_game
from games.core.replay import replay
from tests.deep.model import Evening

MOST = 10**12


def agrees(record):
    """Assert that engine and model say the same of the money after every line of ``record``; the number of deals."""
    model = Evening(record.rules, record.seats, record.chance["deck"])
    for step in replay(find_game("shtoss"), record):
        if step.action:
            model.play(str(step.action))
        view, context = step.state.view(None), (step.number, record)
        assert dict(view.net) == model.net, context
        assert sum(view.net.values()) == 0, context
        assert view.banker == model.banker, context
        assert view.deal == model.deal_number, context
        if model.banker:
            assert view.bank == model.bank(), context
        assert (view.phase in ("settled", "stopped")) is model.settled(), context
        assert [bet.settlement and bet.settlement.amount for bet in view.bets] == [
            bet["gain"] for bet in model.staked
        ], context
        assert offered_amounts(step.state) <= allowed_amounts(model), context
    return model.deal_number


def offered_amounts(state):
    """What each seat is offered to stake: the ends and the step."""
    amounts = ((offer.seat, offer.args["amount"]) for offer in state.offers() if offer.verb == "stake")
    return {(seat, amount.start, amount.stop - 1, amount.step) for seat, amount in amounts}


def allowed_amounts(model):
    """What the model allows each punter."""
    punters = [seat for seat in model.seats if seat != model.banker]
    return {
        (seat, model.smallest, MOST if model.limit[seat] is None else model.most(seat), model.divisor)
        for seat in punters
    }
