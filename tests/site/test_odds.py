"""The odds room: exact answers, plots, a million deals."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.test import Client

from odds.models import DEALS, Simulation, key_of
from odds.simulations import MOST_WAITING, result
from odds.tasks import asked, simulate
from odds.templatetags.odds import fraction, percent, roubles

HTMX = {"HX-Request": "true"}


def text(client: Client, address: str, **headers: str) -> str:
    response = client.get(address, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize(
    ("query", "edge", "share"),
    [
        ("", "33/833", "3.962 %"),
        ("deck=36", "67/1155", "5.801 %"),
        ("deck=32", "59/899", "6.563 %"),
        ("condition=lob-half", "25/21658", "0.115 %"),
        ("condition=lob-half&deck=32", "45/14384", "0.313 %"),
        ("condition=thirds", "11/476", "2.311 %"),
        ("table=lob-full-gorka-half", "89/15925", "0.559 %"),
        ("table=killed-at-eleven", "−163/4165", "−3.914 %"),
        ("table=own&rows=1:+banker+1,+3:+banker+1/2", "89/15925", "0.559 %"),
        ("variant=faro", "33/1666", "1.981 %"),
        ("cards=3&stake=100", "33/833", "3.962 %"),
    ],
)
def test_edge_is_shown_as_fraction_and_percentage(client: Client, query: str, edge: str, share: str) -> None:
    html = text(client, f"/odds/?{query}")
    assert f'<span class="fraction">{edge}</span> = {share}' in html


def test_edge_is_shown_in_roubles_for_the_stakes_of_hermann(client: Client) -> None:
    html = text(client, "/odds/")
    for stake, gain in (("47,000", "1,861.94"), ("94,000", "3,723.89"), ("188,000", "7,447.78")):
        assert f'<tr><th scope="row">{stake}</th><td>{gain}</td></tr>' in html


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("deck=99", "“99” is not possible; it can be 52, 36 or 32"),
        ("cards=0", "greater than or equal to 1"),
        ("cards=7", "less than or equal to 6"),
        ("cards=x", "Enter a whole number"),
        ("stake=" + "9" * 30, "less than or equal to"),
        ("condition=lob-half&condition=lob-full", "choose one"),
        ("condition=lob-half&table=killed-at-eleven", "leave one of them out"),
        ("table=own", "your own table has no rows; write one"),
        ("table=own&rows=3+half", "is not a row; write position: banker or punter share"),
        ("table=own&rows=3:+banker+3/2", "it is a fraction from"),
        ("table=own&rows=60:+banker+1", "position 60 is not possible; it is 1 to 52"),
        ("table=own&rows=" + "1:banker+1," * 50, "at most 400 characters"),
        ("table=own&rows=<script>", "&lt;script&gt;"),
        ("cards=6&condition=thirds&table=own&rows=3:+banker+1/7,+5:+banker+1/11", "with 6 cards it can be at most 19"),
        ("bait=plie", "is not a premium; write the event and the roubles, as in plie 100"),
        ("bait=plie+5,+plie+6", "an event stands there twice"),
        ("bait=plies+5", "did you mean plie?"),
        ("bait=plie+100001", "the most is 100000"),
        ("bait=colour+5", "a colour card is one only by thirds"),
        ("bait=" + "plie+5," * 50, "at most 200 characters"),
    ],
)
def test_bad_question_is_answered_with_what_would_be_right(client: Client, query: str, says: str) -> None:
    html = text(client, f"/odds/?{query}")
    assert says in html
    assert "<script>alert" not in html
    assert "The banker’s edge" not in html


def test_bait_is_reckoned_event_by_event(client: Client) -> None:
    html = text(client, "/odds/?bait=first-card+100,+plie+-50")
    assert '<th scope="row">first-card</th><td>7.240 %</td><td>100</td><td>7.24</td>' in html
    assert '<th scope="row">plie</th><td>3.962 %</td><td>−50</td><td>−1.98</td>' in html
    assert '<th scope="row">all of it</th><td></td><td></td><td>5.26</td>' in html


def test_fragment_holds_the_answer_and_names_its_address(client: Client) -> None:
    response = client.get("/odds/?deck=36&cards=1&stake=47000&rows=", headers=HTMX)
    assert response.content.decode().lstrip().startswith("<title>")
    assert 'id="answer"' in response.content.decode()
    assert "<form class" not in response.content.decode()
    assert response["HX-Push-Url"] == "/odds/?deck=36"
    assert "HX-Request" in response["Vary"]


def test_question_and_address_are_each_others_inverse() -> None:
    query = "variant=faro&deck=32&condition=thirds&table=own&rows=3%3A+banker+1%2F2&cards=2&stake=12"
    assert asked(query).query == query
    assert asked("").query == ""


@pytest.mark.parametrize("address", ["/odds/ends.svg", "/odds/ends.svg?cards=3&deck=32", "/odds/purse.svg?stake=10"])
def test_plots_are_svg_and_the_same_each_time(client: Client, address: str) -> None:
    response = client.get(address)
    assert response["Content-Type"] == "image/svg+xml"
    assert response.content.lstrip().startswith(b"<?xml")
    assert client.get(address).content == response.content
    assert b"<script" not in response.content


def test_plot_of_a_bad_question_is_missing(client: Client) -> None:
    assert client.get("/odds/ends.svg?deck=1").status_code == 404


@pytest.fixture
def queued(settings) -> None:  # type: ignore[no-untyped-def]
    """Tasks are remembered, and run when a test says so."""
    settings.TASKS = {"default": {"BACKEND": "django_tasks.backends.dummy.DummyBackend"}}


@pytest.mark.database
@pytest.mark.django_db
@pytest.mark.usefixtures("queued")
class TestMillion:
    def start(self, client: Client, **fields: str) -> str:
        response = client.post("/odds/runs/", fields)
        assert response.status_code == 302
        return str(response["Location"])

    def test_the_same_question_twice_is_one_simulation(self, client: Client) -> None:
        first = self.start(client, deck="36", seed="5")
        assert self.start(client, seed="5", deck="36", cards="1") == first
        assert self.start(client, seed="6", deck="36") != first
        assert Simulation.objects.count() == 2
        assert first == f"/odds/runs/{key_of('deck=36', 5)}/"

    def test_it_waits_runs_and_comes_to_the_exact_line(self, client: Client) -> None:
        address = self.start(client, condition="lob-half", cards="2")
        assert "waiting to begin" in text(client, address)
        simulate.func(address.split("/")[-2])
        simulation = Simulation.objects.get()
        assert (simulation.status, simulation.dealt) == ("done", DEALS)
        html = text(client, address)
        assert "1,000,000" in html
        assert "hx-trigger" not in html
        exact = -2 * Fraction(25, 21658)
        mean = Fraction(simulation.total, DEALS * 2)
        assert abs(mean - exact) < Fraction(6, 1000), "six standard errors of two cards"
        assert client.get(address.rstrip("/") + ".svg")["Content-Type"] == "image/svg+xml"

    def test_bait_comes_to_its_exact_mean_too(self, client: Client) -> None:
        address = self.start(client, bait="deal-won 10, plie -40, series-3 100", cards="2")
        simulate.func(address.split("/")[-2])
        simulation = Simulation.objects.get()
        found = result(simulation, asked(simulation.query))
        assert found is not None
        assert found.bait is not None
        assert abs(found.bait.errors) < 4
        assert abs(found.errors) < 4
        html = text(client, address)
        assert "bait paid to the punter in a deal" in html
        assert roubles(found.bait.exact) in html

    def test_the_same_seed_gives_the_same_deals(self, client: Client) -> None:
        address = self.start(client, seed="9")
        key = address.split("/")[-2]
        simulate.func(key)
        first = Simulation.objects.get().total
        Simulation.objects.update(status="waiting")
        simulate.func(key)
        assert Simulation.objects.get().total == first

    def test_cancelling_stops_it_and_asking_again_begins_anew(self, client: Client) -> None:
        address = self.start(client)
        assert client.post(f"{address}cancel/")["Location"] == address
        assert "cancelled" in text(client, address)
        simulate.func(address.split("/")[-2])
        assert Simulation.objects.get().dealt == 0, "the worker leaves a cancelled simulation alone"
        assert self.start(client) == address
        assert Simulation.objects.get().status == "waiting"

    def test_cancelling_in_the_middle_keeps_what_was_dealt(self, client: Client, monkeypatch) -> None:  # type: ignore[no-untyped-def]
        address = self.start(client)
        key = address.split("/")[-2]
        from odds import tasks

        dealt = tasks.deal
        calls = []

        def deal(*args):  # type: ignore[no-untyped-def]
            calls.append(1)
            if len(calls) == 3:
                client.post(f"{address}cancel/")
            return dealt(*args)

        monkeypatch.setattr(tasks, "deal", deal)
        simulate.func(key)
        simulation = Simulation.objects.get()
        assert len(calls) == 3
        assert simulation.status == "cancelled"
        assert simulation.dealt == 2 * tasks.CHUNK
        html = text(client, address)
        assert "40,000" in html
        assert "hx-get" not in html

    def test_progress_is_polled_while_it_runs(self, client: Client) -> None:
        address = self.start(client)
        html = text(client, address, **HTMX)
        assert f'hx-get="{address}" hx-trigger="load delay:500ms"' in html
        assert 'value="0"' in html
        assert "<html" not in html

    def test_too_many_at_once_are_turned_away(self, client: Client) -> None:
        for seed in range(1, MOST_WAITING + 1):
            self.start(client, seed=str(seed))
        response = client.post("/odds/runs/", {"seed": "999"})
        assert response.status_code == 429
        assert "Try again in a minute" in response.content.decode()

    @pytest.mark.parametrize("seed", ["x", "", "-4", "9" * 50])
    def test_odd_seeds_do_no_harm(self, client: Client, seed: str) -> None:
        self.start(client, seed=seed)
        assert 1 <= Simulation.objects.get().seed <= 10**6

    def test_bad_question_starts_nothing(self, client: Client) -> None:
        response = client.post("/odds/runs/", {"deck": "7"})
        assert response.status_code == 404
        assert not Simulation.objects.exists()

    def test_it_is_started_and_stopped_by_post_alone(self, client: Client) -> None:
        address = self.start(client)
        assert client.get("/odds/runs/").status_code == 405
        assert client.get(f"{address}cancel/").status_code == 405
        assert client.get("/odds/runs/nothing/").status_code == 404
        assert client.get(address.rstrip("/") + ".svg").status_code == 404


def test_odds_at_a_step_hide_a_card_that_is_face_down(client: Client) -> None:
    html = text(client, "/odds/demos/long-deal/?step=1")
    assert "face down" in html
    assert "seven" not in html
    assert "33/833" in html
    to_himself = text(client, "/odds/demos/long-deal/?step=1&seat=punter")
    assert "seven of hearts" in to_himself
    to_the_banker = text(client, "/odds/demos/long-deal/?step=1&seat=banker")
    assert "seven of hearts" not in to_the_banker
    assert text(client, "/odds/demos/long-deal/?step=1&seat=nobody") == html
    later = text(client, "/odds/demos/long-deal/?step=3")
    assert "seven of hearts" in later
    assert "33/833" not in later
    assert "No card is in play" in text(client, "/odds/demos/plie/?step=3")
    assert "No card is in play" in text(client, "/odds/demos/plie/?step=zero")


@pytest.mark.parametrize(
    ("value", "shown"),
    [(Fraction(33, 833), "33/833"), (Fraction(-1, 2), "−1/2"), (Fraction(3), "3"), (Fraction(1, 10**14), "…")],
)
def test_fractions_in_print(value: Fraction, shown: str) -> None:
    assert shown in fraction(value)


def test_percentages_and_roubles_in_print() -> None:
    assert percent(Fraction(1, 3)) == "33.333 %"
    assert percent(Fraction(1, 10**6)) == "0.000100 %"
    assert percent(Fraction(-1, 2)) == "−50.000 %"
    assert roubles(Fraction(-1234567, 1000)) == "−1,234.57"
