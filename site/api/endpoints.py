"""Version 1 of the open data: every address, what it is asked and what it answers."""

from __future__ import annotations

from types import MappingProxyType

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from ninja import P, PathEx, Query
from ninja.errors import ValidationError
from ninja.renderers import JSONRenderer

from api import answers, deals, texts
from api import odds as exact_odds
from api.asked import OddsAsked, Pinned
from api.description import DescribedAPI, problem_response
from api.problems import problem, sentences
from demos.seeds import demos
from demos.views import find
from games.core.protocol import Illegal
from games.core.record import write

JSON, TOML = "application/json", "application/toml"
ABOUT = """Open data of a site about shtoss, the card game of Pushkin's *Queen of Spades*.

Everything can be read by anybody from anywhere, and nothing can be written. What is hidden at a step of a deal is in
no answer about that step; the record of a deal says all. A mistake is answered as RFC 9457 has it."""


class Readable(JSONRenderer):
    """JSON with its Cyrillic letters as letters."""

    json_dumps_params = MappingProxyType({"ensure_ascii": False})


# No docs_url: Ninja's own pages of documentation bring scripts; /api/ is ours.
api = DescribedAPI(
    title="Shtoss",
    version="1",
    description=ABOUT,
    docs_url=None,
    urls_namespace="api-v1",
    renderer=Readable(),
)


@api.exception_handler(Http404)
def _missing(request: HttpRequest, error: Http404) -> HttpResponse:
    return problem(404, str(error))


@api.exception_handler(ValidationError)
def _misspelt(request: HttpRequest, error: ValidationError) -> HttpResponse:
    return problem(422, sentences(error.errors))


@api.exception_handler(Illegal)
def _illegal(request: HttpRequest, error: Illegal) -> HttpResponse:
    return problem(422, str(error).removeprefix("rules."))  # the parameters of an address stand in no table


Deal = PathEx[str, P(description="A demonstration, as the list has it.", example="plie")]
Number = PathEx[int, P(description="A step, from 0 to the last one.", example=1)]
Word = PathEx[str, P(description="An entry, as the glossary has it.", example="sonik")]

# --- demonstrations ---


@api.get("demonstrations", response=answers.Demonstrations, operation_id="demonstrations")
def demonstrations(request: HttpRequest) -> answers.Demonstrations:
    """Every deal of the site, in the order of its list."""
    found = [deals.demonstration(request, demo) for demo in demos().values()]
    return answers.Demonstrations(demonstrations=found)


@api.get("demonstrations/{slug}", response=answers.DemonstrationInFull, operation_id="demonstration")
def demonstration(request: HttpRequest, slug: Deal, asked: Query[Pinned]) -> answers.DemonstrationInFull:
    """One deal, now or as it once was."""
    return deals.in_full(request, find(slug, asked.v))


@api.get("demonstrations/{slug}/steps", response=answers.Steps, operation_id="steps")
def steps(request: HttpRequest, slug: Deal, asked: Query[Pinned]) -> answers.Steps:
    """The whole deal, step by step, each as an onlooker saw it then."""
    demo = find(slug, asked.v)
    told = [deals.step(request, demo, step) for step in demo.steps]
    return answers.Steps(demonstration=slug, version=demo.version, steps=told)


@api.get("demonstrations/{slug}/steps/{number}", response=answers.Step, operation_id="step")
def step(request: HttpRequest, slug: Deal, number: Number, asked: Query[Pinned]) -> answers.Step:
    """One step as an onlooker sees it."""
    demo = find(slug, asked.v)
    return deals.step(request, demo, deals.step_of(demo, number))


EITHER = {
    "responses": {
        200: {"content": {TOML: {"schema": {"type": "string"}}}},
        406: problem_response(406),
    }
}
ONLY_TOML = {"responses": {200: {"description": "OK", "content": {TOML: {"schema": {"type": "string"}}}}}}


@api.get("demonstrations/{slug}/record.toml", operation_id="record_toml", openapi_extra=ONLY_TOML)
def record_toml(request: HttpRequest, slug: Deal, asked: Query[Pinned]) -> HttpResponse:
    """The record in TOML, in its one canonical spelling: the version is its hash."""
    return _toml(slug, asked.v)


@api.get("demonstrations/{slug}/record.json", response=answers.Record, operation_id="record_json")
def record_json(request: HttpRequest, slug: Deal, asked: Query[Pinned]) -> answers.Record:
    """The record in JSON."""
    return deals.record(find(slug, asked.v).record)


@api.get(
    "demonstrations/{slug}/record",
    response=answers.Record,
    operation_id="record",
    url_name="record",
    openapi_extra=EITHER,
)
def record(request: HttpRequest, response: HttpResponse, slug: Deal, asked: Query[Pinned]) -> object:
    """The record of a deal, in JSON or in TOML as the header Accept prefers. It says all, hidden cards too."""
    wanted = request.get_preferred_type([JSON, TOML])
    if wanted is None:
        found = problem(406, _("The record comes as application/json and as application/toml; accept one of them."))
    elif wanted == TOML:
        found = _toml(slug, asked.v)
    else:
        patch_vary_headers(response, ["Accept"])
        return deals.record(find(slug, asked.v).record)
    patch_vary_headers(found, ["Accept"])
    return found


def _toml(slug: str, version: str) -> HttpResponse:
    return HttpResponse(write(find(slug, version).record), content_type=f"{TOML}; charset=utf-8")


# --- texts ---


@api.get("glossary", response=answers.Glossary, operation_id="glossary")
def glossary(request: HttpRequest) -> answers.Glossary:
    """Every entry of the glossary, without its text."""
    return texts.glossary(request)


@api.get("glossary/{slug}", response=answers.TermInFull, operation_id="term")
def term(request: HttpRequest, slug: Word) -> answers.TermInFull:
    """One entry of the glossary with its text."""
    return texts.term(request, slug)


@api.get("articles", response=answers.Articles, operation_id="articles")
def articles(request: HttpRequest) -> answers.Articles:
    """What there is to read, in the order of the site."""
    return texts.articles(request)


@api.get("sources", response=answers.Sources, operation_id="sources")
def sources(request: HttpRequest) -> answers.Sources:
    """The bibliography; its keys are those that the other answers name as sources."""
    return texts.sources()


# --- odds ---


@api.get("odds", response=answers.Odds, operation_id="odds")
def odds(request: HttpRequest, asked: Query[OddsAsked]) -> answers.Odds:
    """Exact odds, as fractions.

    By thirds, in the middle of a deal, every suit of the rank is taken to be as likely as any other.
    """
    return exact_odds.odds(request, asked)
