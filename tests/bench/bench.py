"""``make bench``: how fast pages and deals are, as ratios measured in one run.

The numbers of one machine say little; the ratios say how a page stands to an empty view of the same server, and a
whole deal to as many random actions of PokerKit, in the same minute.
"""

from __future__ import annotations

import http.client
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "site")]

from games.core.cards import card, pack  # noqa: E402
from games.core.record import Player, Record  # noqa: E402
from games.core.shuffle import shuffled  # noqa: E402
from games.shtoss import SHTOSS  # noqa: E402
from games.shtoss.actions import Action, Cut, Deal, Stake, Turn  # noqa: E402
from games.shtoss.conditions import HALF, WHOLE, Conditions  # noqa: E402
from games.shtoss.odds import edges, odds, several  # noqa: E402
from games.shtoss.phase import Phase  # noqa: E402
from odds.bulk import draw_places, settle  # noqa: E402

ROUNDS = 600
DEALS = 4_000
REPEATS = 5
DOCUMENTS = (1_000, 10_000)
WORDS = 200  # of a document: about as many as an entry of the glossary has
QUESTIONS = 200


def main() -> None:
    with server() as port:
        pages(port)
    deals()
    odds_of_everything()
    bulk()
    search()


# --- pages ---


@contextmanager
def server() -> Iterator[int]:
    """One gunicorn worker on a free port, with its static files collected."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as static:
        env = os.environ | {
            "PYTHONPATH": os.pathsep.join(map(str, (HERE, ROOT, ROOT / "site"))),
            "DJANGO_SETTINGS_MODULE": "bench_settings",
            "STATIC_ROOT": static,
        }
        subprocess.run([sys.executable, "-m", "django", "collectstatic", "--noinput", "-v0"], env=env, check=True)
        command = [sys.executable, "-m", "gunicorn", "web.wsgi", "-b", f"127.0.0.1:{port}", "-k", "gthread"]
        running = subprocess.Popen(
            [*command, "--threads", "1", "--no-control-socket", "--log-level", "warning"], env=env
        )
        try:
            wait_for(port)
            yield port
        finally:
            running.terminate()
            running.wait()


def wait_for(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit("the server did not start")


def pages(port: int) -> None:
    """Median time of each page; the pages take turns, so that whatever disturbs one disturbs all."""
    asked = {
        "empty view": ("/empty/", {}),
        "step fragment": ("/demos/hermann-night-3/?step=3", {"HX-Request": "true"}),
        "article": ("/articles/hermanns-three-nights/", {}),
    }
    connection = http.client.HTTPConnection("127.0.0.1", port)
    times: dict[str, list[float]] = {name: [] for name in asked}
    for _ in range(ROUNDS):
        for name, (path, headers) in asked.items():
            began = time.perf_counter()
            connection.request("GET", path, headers={"Accept-Encoding": "gzip", **headers})
            answer = connection.getresponse()
            answer.read()
            times[name].append(time.perf_counter() - began)
            assert answer.status == 200, (path, answer.status)
    base = median(times["empty view"])
    print(f"Pages: median of {ROUNDS}, one worker, compressed")
    for name, taken in times.items():
        print(
            f"  {name:<14} {median(taken) * 1000:7.3f} ms   throughput {base / median(taken):5.2f} of the empty view's"
        )


# --- deals ---


def deals() -> None:
    """Whole deals a second on one core, and PokerKit's random actions beside them."""
    played = [timed(lambda: play_deals(DEALS)) for _ in range(REPEATS)]
    seconds, actions = min(played)
    rate = actions / seconds
    print(f"Deals: best of {REPEATS}, {DEALS} deals of one staked card, validated, with events")
    print(f"  shtoss    {DEALS / seconds:9.0f} deals a second, {rate:9.0f} actions a second")
    seconds, _ = min(timed(lambda: shuffle_alone(DEALS)) for _ in range(REPEATS))
    print(f"  the shuffle alone would allow {DEALS / seconds:.0f} deals a second")
    try:
        import pokerkit  # noqa: F401
    except ModuleNotFoundError:
        print("  PokerKit is not installed; `make bench` installs it")
        return
    seconds, count = timed(lambda: play_poker(actions))
    print(f"  PokerKit  {count / seconds:9.0f} random actions a second, {count} of them, as in the deals above")
    print(f"  shtoss makes {rate / (count / seconds):.1f} times as many")


# --- odds and simulation ---


def odds_of_everything() -> None:
    """The exact table of a deck, and the heaviest question that the odds room takes."""
    row = min(timed(lambda: len(odds().decisions)) for _ in range(REPEATS))[0]
    table = min(timed(lambda: len(edges())) for _ in range(REPEATS))[0]
    print(
        f"Odds: one card by position {row * 1000:.2f} ms; the edge for every (n, k) of 52 cards {table * 1000:.2f} ms"
    )
    hardest = Conditions(thirds=True, table=((1, -WHOLE), (3, -HALF), (11, WHOLE)))
    seconds = min(timed(lambda: len(several(6, 52, hardest).net)) for _ in range(REPEATS))[0]
    print(f"  six cards by thirds with a table: {seconds * 1000:.0f} ms")


def bulk() -> None:
    """The NumPy dealer beside the step engine, and beside NumPy's own shuffling of whole decks."""
    rng = np.random.default_rng(1)
    chunk = 50_000

    def many() -> int:
        return len(settle(draw_places(rng, chunk, 52, 1), "c", Conditions(), 52).net)

    def shuffling() -> int:
        decks = np.repeat(np.arange(52, dtype=np.uint8)[None], chunk, axis=0)
        return len(rng.permuted(decks, axis=1))

    dealt = chunk / min(timed(many) for _ in range(REPEATS))[0]
    alone = chunk / min(timed(shuffling) for _ in range(REPEATS))[0]
    engine = DEALS / min(timed(lambda: play_deals(DEALS)) for _ in range(REPEATS))[0]
    print(f"Bulk: {dealt:.0f} deals a second, {dealt / engine:.0f} times the step engine's {engine:.0f}")
    print(f"  NumPy's shuffling of whole decks alone would allow {alone:.0f} a second")


# --- search ---


def search() -> None:
    """Questions of one and of two words in a small and in a large index, pieces and marks included."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "web.settings", "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        print(f"Search: median of {QUESTIONS} questions, {WORDS} words a document")
        taken = [search_among(documents) for documents in DOCUMENTS]
    small, large = DOCUMENTS
    print(f"  {large // small} times as many documents take {taken[1] / taken[0]:.1f} times as long")


def search_among(documents: int) -> float:
    """Fill the index with texts made of the words of ours, as often as they stand there; the seconds of a question."""
    from django.db import transaction

    from library.asking import asked
    from search import index
    from search.answers import answer
    from search.documents import Entry, entries
    from search.models import Document, Indexed

    draw = random.Random(1)
    words = [word for entry in entries() for _, text in entry.sections for word in text.split()]

    def drawn(number: int) -> str:
        return " ".join(draw.choices(words, k=number))

    def made(number: int) -> Entry:
        return Entry(Document.Kind.DEAL, f"made-{number}", drawn(3), [("", drawn(WORDS))])

    with transaction.atomic():
        index.fill([made(number) for number in range(documents)])
        Indexed.objects.update_or_create(pk=index.ONLY_ROW, defaults={"fingerprint": index.fingerprint()})
    times, found = [], []
    for number in range(QUESTIONS):
        question = asked(drawn(1 + number % 2))
        began = time.perf_counter()
        found.append(answer(question).total)
        times.append(time.perf_counter() - began)
    typical, slow = median(times), sorted(times)[QUESTIONS * 95 // 100]
    print(
        f"  {documents:6} documents {typical * 1000:7.2f} ms, one in twenty above {slow * 1000:.2f} ms; "
        f"{median(found):.0f} found"
    )
    return typical


def timed(run: Callable[[], int]) -> tuple[float, int]:
    began = time.perf_counter()
    count = run()
    return time.perf_counter() - began, count


def play_deals(number: int) -> int:
    """``number`` deals, each with a fresh shuffle, a stake, a cut and turns to the end; returns the actions made."""
    players = (Player("banker", "Banker"), Player("punter", "Punter"))
    state = SHTOSS.start(Record("shtoss", players, chance={"seed": "bench"}, actions=("banker deal",)))
    turn, deal, made = Turn("banker"), Deal("banker"), 0
    for number_of_deal in range(number):
        opening: list[Action] = [Stake("punter", card("7h")), Cut("punter", 1 + number_of_deal % 51)]
        for action in opening:
            state, _ = state.apply(action)
        made += len(opening)
        while state.phase is Phase.TURNING:
            state, _ = state.apply(turn)
            made += 1
        if number_of_deal < number - 1:
            state, _ = state.apply(deal)
            made += 1
    return made


def shuffle_alone(number: int) -> int:
    for k in range(number):
        shuffled(pack(52), f"bench/{k}")
    return number


def play_poker(actions: int) -> int:
    """Hands of no-limit hold'em for two, actions drawn at random, until ``actions`` are made; returns their number."""
    from pokerkit import Automation, NoLimitTexasHoldem

    draw, made = random.Random(1), 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PokerKit warns of a fold where a check would do
        while made < actions:
            state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 2)
            while state.status and made < actions:
                poker_action(state, draw)
                made += 1
    return made


def poker_action(state: Any, draw: random.Random) -> None:
    verbs = ("fold", "check_or_call", "complete_bet_or_raise_to")
    can = [verb for verb in verbs if getattr(state, f"can_{verb}")() and (verb != "fold" or draw.random() < 0.2)]
    getattr(state, draw.choice(can or ["check_or_call"]))()


if __name__ == "__main__":
    main()
