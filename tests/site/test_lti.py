"""Deals in a course: the whole way of a launch, the whole way of a choice, and everything that must be refused."""

from __future__ import annotations

import importlib
import importlib.util
import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit

import jwt
import pytest
from django.apps import apps
from django.conf import LazySettings
from django.conf import settings as plain
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.urls import clear_url_caches
from django.utils import timezone

from demos.seeds import demos

ROOT = Path(__file__).resolve().parents[2]
# The tests are imported each by its path, so a neighbour is, too.
_spec = importlib.util.spec_from_file_location("lti_platform", ROOT / "tests" / "lti_platform.py")
assert _spec is not None
assert _spec.loader is not None
lti = importlib.util.module_from_spec(_spec)
sys.modules["lti_platform"] = lti
_spec.loader.exec_module(lti)

CLAIM, DEEP, SHOW, CHOOSE = lti.CLAIM, lti.DEEP, lti.SHOW, lti.CHOOSE
LAUNCH = "http://testserver/lti/launch/"
OURS = lti.pem("ours")
Login = Callable[..., dict[str, str]]


# --- the site with LTI on ---


def read_addresses() -> None:
    """Read web.urls again, which looks at what is installed."""
    importlib.reload(importlib.import_module("web.urls"))
    clear_url_caches()


@pytest.fixture(scope="module")
def lti_on(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The site as it is for a host with a key, its tables made; afterwards as it was."""
    with (
        django_db_blocker.unblock(),
        override_settings(LTI_PRIVATE_KEY=OURS),  # before the apps, which look at it
        override_settings(INSTALLED_APPS=list(dict.fromkeys([*plain.INSTALLED_APPS, *plain.LTI_APPS]))),
    ):
        call_command("migrate", verbosity=0)
        read_addresses()
        yield
        for app in ("lms", "lti_tool", "auth", "contenttypes"):
            call_command("migrate", app, "zero", verbosity=0)
    read_addresses()


@pytest.fixture(scope="module")
def served() -> Iterator[Any]:
    """A platform whose keys can be fetched."""
    with lti.Platform().serve() as platform:
        yield platform


@pytest.fixture
def platform(served: Any, lti_on: None, db: None) -> Any:
    """The platform, registered."""
    cache.clear()
    register(served)
    served.keys, served.fetched = None, 0
    return served


def register(platform: Any) -> str:
    out = StringIO()
    named = ["--issuer", platform.issuer, "--client-id", platform.client_id, "--deployment", platform.deployment]
    addresses = [("auth", "/auth"), ("token", "/token"), ("jwks", "/jwks")]
    for name, path in addresses:
        named += [f"--{name}-url", platform.address + path]
    call_command("lti_platform", "add", *named, stdout=out)
    return out.getvalue()


@pytest.fixture
def login(client: Client, platform: Any) -> Login:
    """``login()`` begins a login; it is what our answer says to the platform."""

    def begin(of: Any = platform, **changes: str) -> dict[str, str]:
        asked = {"iss": of.issuer, "client_id": of.client_id, "login_hint": "4711", "target_link_uri": LAUNCH}
        response = client.post("/lti/login/", asked | changes)
        assert response.status_code == 302
        assert not response.cookies
        return dict(parse_qsl(urlsplit(response["Location"]).query))

    return begin


@pytest.fixture
def launch(client: Client, platform: Any, login: Login) -> Callable[..., Any]:
    """``launch(target)`` goes the whole way up to our answer to the launch; changes are those of the claims."""

    def go(target: str = f"{LAUNCH}?deal=plie", message: str = SHOW, **changes: Any) -> Any:
        begun = login()
        token = platform.token(begun["nonce"], message, target, **changes)
        return client.post("/lti/launch/", {"state": begun["state"], "id_token": token})

    return go


def said(response: Any) -> str:
    """The sentence of a refusal, which comes in a page that may be framed and that sets no cookie."""
    assert not response.cookies
    assert "no-store" in response["Cache-Control"]
    assert "frame-ancestors *" in response["Content-Security-Policy"]
    assert not response.has_header("X-Frame-Options")
    found = re.search(r'<p class="summary">(.*?)</p>', response.content.decode(), re.DOTALL)
    assert found is not None
    return found[1].replace("&#x27;", "'")


def refused(response: Any, status: int, says: str) -> None:
    assert response.status_code == status
    assert says in said(response)


def on_database(test: Any) -> Any:
    return pytest.mark.database(pytest.mark.django_db(test))


# --- registration ---


@on_database
def test_platforms_are_added_changed_listed_and_removed(lti_on: None) -> None:
    platform = lti.Platform()
    told = register(platform)
    assert told.startswith("Registered: https://school.example, client client-1, deployments deployment-1\n")
    platform.deployment = "deployment-2"
    told = register(platform)
    assert told.startswith("Changed: ")
    assert all(path in told for path in ("/lti/login/", "/lti/launch/", "/lti/jwks.json"))
    out = StringIO()
    call_command("lti_platform", "list", stdout=out)
    assert out.getvalue() == "https://school.example, client client-1, deployments deployment-1, deployment-2\n"
    call_command("lti_platform", "remove", "--issuer", platform.issuer, "--client-id", "client-1", stdout=out)
    with pytest.raises(CommandError, match="No such platform is registered"):
        call_command("lti_platform", "remove", "--issuer", platform.issuer, "--client-id", "client-1")


@on_database
@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("--auth-url", "school.example/auth", "not an address that begins with https"),
        ("--auth-url", "https://school.example/auth?a=1", "without what follows"),
        ("--jwks-url", "javascript:alert(1)", "not an address that begins with https"),
        ("--jwks-url", "https://[", "cannot be"),
        ("--token-url", "https://school.example/" + "x" * 200, "1 to 200"),
        ("--client-id", "", "1 to 255"),
        ("--issuer", "a\0b", "cannot be printed"),
    ],
)
def test_platform_that_cannot_be_is_not_registered(lti_on: None, option: str, value: str, says: str) -> None:
    address = "https://school.example/"
    right = {"--issuer": address, "--client-id": "1", "--deployment": "1"}
    right |= {"--auth-url": address, "--token-url": address, "--jwks-url": address, option: value}
    with pytest.raises(CommandError, match=re.escape(says)):
        call_command("lti_platform", "add", *(word for pair in right.items() for word in pair))


# --- keys ---


@on_database
def test_public_key_is_there_for_everybody_and_the_private_one_for_nobody(client: Client, lti_on: None) -> None:
    response = client.get("/lti/jwks.json")
    (key,) = response.json()["keys"]
    assert (key["kty"], key["alg"], key["use"]) == ("RSA", "RS256", "sig")
    assert set(key) == {"kty", "n", "e", "kid", "alg", "use"}
    assert response["Content-Type"] == "application/json"


@on_database
@pytest.mark.parametrize("key", ["", "nonsense", lti.public_pem(OURS)])
def test_key_must_be_private(lti_on: None, settings: LazySettings, key: str) -> None:
    from lms.keys import key_pair

    settings.LTI_PRIVATE_KEY = key
    with pytest.raises(ImproperlyConfigured, match="openssl genpkey"):
        key_pair()


# --- a login ---


@on_database
@pytest.mark.parametrize("method", ["get", "post"])
def test_login_goes_back_to_the_platform(client: Client, platform: Any, method: str) -> None:
    asked = {"iss": platform.issuer, "client_id": platform.client_id, "login_hint": "h&1", "target_link_uri": LAUNCH}
    response = getattr(client, method)("/lti/login/", asked | {"lti_message_hint": "m=2"})
    assert response.status_code == 302
    assert response["Location"].startswith(f"{platform.address}/auth?")
    sent = dict(parse_qsl(urlsplit(response["Location"]).query))
    assert sent.pop("state")
    assert len(sent.pop("nonce")) >= 32
    assert sent == {
        "scope": "openid",
        "response_type": "id_token",
        "response_mode": "form_post",
        "prompt": "none",
        "client_id": platform.client_id,
        "redirect_uri": LAUNCH,
        "login_hint": "h&1",
        "lti_message_hint": "m=2",
    }


@on_database
def test_login_may_leave_the_client_out_while_there_is_one(client: Client, platform: Any) -> None:
    asked = {"iss": platform.issuer, "login_hint": "1", "target_link_uri": LAUNCH}
    assert client.get("/lti/login/", asked).status_code == 302
    register(lti.Platform(issuer=platform.issuer, client_id="client-2"))
    refused(client.get("/lti/login/", asked), 403, "with the client id (none) is not registered here")


@on_database
@pytest.mark.parametrize(
    ("changes", "status", "says"),
    [
        ({"iss": "https://elsewhere.example"}, 403, "https://elsewhere.example with the client id client-1 is not reg"),
        ({"client_id": "client-9"}, 403, "with the client id client-9 is not registered here"),
        ({"iss": ""}, 400, "Could not find issuer"),
        ({"login_hint": ""}, 400, "Could not find login hint"),
        ({"target_link_uri": ""}, 400, "has no target_link_uri"),
        ({"iss": "a\0b"}, 400, "a character in it that no address has"),
        ({"iss": "<script>"}, 403, "&lt;script&gt;"),
    ],
)
def test_login_is_refused(client: Client, platform: Any, changes: dict[str, str], status: int, says: str) -> None:
    asked = {"iss": platform.issuer, "client_id": platform.client_id, "login_hint": "1", "target_link_uri": LAUNCH}
    refused(client.post("/lti/login/", asked | changes), status, says)


# --- a launch ---


@on_database
def test_launch_shows_the_deal_as_its_embed_does(client: Client, launch: Callable[..., Any]) -> None:
    version = demos()["plie"].version
    response = launch(f"{LAUNCH}?deal=plie&v={version}&from=1&to=2&theme=dark&told=0&quiz=1")
    assert response.status_code == 303
    assert not response.cookies
    assert "no-store" in response["Cache-Control"]
    there = response["Location"]
    assert there == f"/embed/plie/?v={version}&from=1&to=2&theme=dark&told=0&quiz=1"
    shown = client.get(there)
    assert shown.status_code == 200
    assert not shown.cookies
    assert "frame-ancestors *" in shown["Content-Security-Policy"]
    html = shown.content.decode()
    assert 'data-theme="dark"' in html
    assert "Step 1 of" in html


@on_database
def test_launch_says_nothing_that_the_link_does_not_say_well(launch: Callable[..., Any]) -> None:
    assert launch(f"{LAUNCH}?deal=plie")["Location"] == "/embed/plie/"
    assert launch(f"{LAUNCH}?deal=plie&theme=pink&from=x&next=//evil.example")["Location"] == "/embed/plie/"


@on_database
def test_nothing_of_a_person_is_kept(launch: Callable[..., Any], client: Client) -> None:
    from lms.models import Kept

    assert launch().status_code == 303
    assert not Kept.objects.exists()
    assert launch("", CHOOSE).status_code == 303
    rows: list[Any] = []
    for model in apps.get_models(include_auto_created=True):
        if model._meta.app_label not in ("auth", "contenttypes"):
            rows += model.objects.values()
    kept = json.dumps(rows, default=str)
    assert "deployment-1" in kept
    assert not [value for value in lti.PERSONAL.values() if value in kept]
    people = [apps.get_model("lti_tool", name) for name in ("LtiUser", "LtiMembership", "LtiContext")]
    assert not any(model.objects.exists() for model in [*people, apps.get_model("auth", "User")])


@on_database
def test_keys_of_a_platform_are_fetched_once_for_a_class(platform: Any, launch: Callable[..., Any]) -> None:
    assert [launch().status_code for _ in range(3)] == [303] * 3
    assert platform.fetched == 1


@on_database
def test_clock_may_be_off_a_little(launch: Callable[..., Any]) -> None:
    assert launch(iat=int(time.time()) + 5).status_code == 303


@on_database
def test_message_for_several_is_for_the_one_it_was_made_out_to(launch: Callable[..., Any], platform: Any) -> None:
    several = ["somebody", platform.client_id]
    assert launch(aud=several, azp=platform.client_id).status_code == 303
    refused(launch(aud=several, azp="somebody"), 403, "with the client id somebody")
    for changes in ({"aud": several}, {"aud": several, "azp": "nobody"}, {"azp": "nobody"}):
        refused(launch(**changes), 403, "does not say to whom of several it was made out")


NOW = int(time.time())
DAY = 24 * 60 * 60


@on_database
@pytest.mark.parametrize(
    ("changes", "status", "says"),
    [
        ({"iss": "https://elsewhere.example"}, 403, "https://elsewhere.example with the client id client-1 is not reg"),
        ({"aud": "client-9"}, 403, "with the client id client-9 is not registered here"),
        ({"aud": ["client-9"]}, 403, "with the client id client-9 is not registered here"),
        ({f"{CLAIM}deployment_id": "deployment-9"}, 403, "The deployment deployment-9 of this platform is not reg"),
        ({"iat": NOW - 2 * DAY, "exp": NOW - DAY}, 403, "has expired"),
        ({"iat": NOW + DAY, "exp": NOW + 2 * DAY}, 403, "comes from the future"),
        ({"exp": None}, 400, "has no exp,"),
        ({"iat": None}, 400, "has no iat,"),
        ({"exp": "soon"}, 403, "is not signed with one of"),
        ({"nonce": None}, 400, "has no nonce,"),
        ({"nonce": ""}, 400, "cannot be read: nonce"),
        ({"nonce": ["a"]}, 400, "cannot be read: nonce"),
        ({"nonce": "of nobody"}, 403, "belongs to another login"),
        ({"iss": None}, 400, "has no iss,"),
        ({"iss": {"a": 1}}, 400, "cannot be read: iss"),
        ({"iss": "a\0b"}, 400, "cannot be read: iss: it has characters that cannot be printed"),
        ({"iss": "\ud800"}, 400, "cannot be read: iss"),
        ({"aud": None}, 400, "has no aud,"),
        ({"aud": []}, 400, "cannot be read: aud"),
        ({"aud": {}}, 400, "cannot be read: aud"),
        ({f"{CLAIM}deployment_id": None}, 400, "has no deployment_id,"),
        ({f"{CLAIM}deployment_id": "\0"}, 400, "cannot be read: deployment_id"),
        ({f"{CLAIM}version": "1.1"}, 400, "cannot be read: version"),
        ({f"{CLAIM}message_type": "LtiSubmissionReviewRequest"}, 400, "cannot be read: message_type"),
        ({f"{CLAIM}roles": None}, 400, "has no roles,"),
        ({f"{CLAIM}resource_link": None}, 400, "Missing Resource Link Id"),
        ({f"{CLAIM}resource_link": "x"}, 400, "cannot be read: resource_link"),
        ({"sub": None}, 400, "Must have a user"),
        ({f"{CLAIM}target_link_uri": None}, 400, "has no target_link_uri,"),
        ({f"{CLAIM}target_link_uri": LAUNCH}, 400, "The link names no deal"),
        (
            {f"{CLAIM}target_link_uri": f"{LAUNCH}?deal=plei"},
            400,
            "There is no demonstration “plei”; did you mean",
        ),
        ({f"{CLAIM}target_link_uri": f"{LAUNCH}?deal=plie&v=00000000"}, 400, "There is no version “00000000”"),
        ({f"{CLAIM}target_link_uri": f"{LAUNCH}?deal=../../etc"}, 400, "There is no demonstration"),
        ({f"{CLAIM}target_link_uri": f"{LAUNCH}?deal=%00"}, 400, "There is no demonstration"),
        ({f"{CLAIM}target_link_uri": "https://evil.example/lti/launch/?deal=plie"}, 400, "and not to the launch of"),
        ({f"{CLAIM}target_link_uri": "http://testserver/embed/plie/"}, 400, "and not to the launch of this site"),
        ({f"{CLAIM}target_link_uri": "http://[/?deal=plie"}, 400, "and not to the launch of this site"),
    ],
)
def test_launch_is_refused(launch: Callable[..., Any], changes: dict[str, Any], status: int, says: str) -> None:
    refused(launch(**changes), status, says)


@pytest.fixture
def post(client: Client, platform: Any, login: Login) -> Callable[..., Any]:
    """``post(make)`` launches with the token that ``make(claims)`` writes."""

    def go(make: Callable[[dict[str, Any]], str]) -> Any:
        begun = login()
        claims = platform.claims(begun["nonce"], target=f"{LAUNCH}?deal=plie")
        return client.post("/lti/launch/", {"state": begun["state"], "id_token": make(claims)})

    return go


def by_hmac(claims: dict[str, Any]) -> str:
    """Signed by HS256 with the public key, which everybody knows, as the secret; PyJWT would not write such a thing."""
    from jwcrypto.jwk import JWK
    from jwcrypto.jws import JWS

    served = lti.public_pem(lti.pem("platform")).encode()
    secret = JWK(kty="oct", k=lti.base64.urlsafe_b64encode(served).rstrip(b"=").decode())
    token = JWS(json.dumps(claims).encode())
    token.add_signature(secret, None, json.dumps({"alg": "HS256", "kid": lti.KEY_ID}))
    return str(token.serialize(compact=True))


def with_claim_changed(token: str) -> str:
    header, _body, signature = token.split(".")
    claims = jwt.decode(token, options={"verify_signature": False})
    return lti.by_hand(0, claims | {"sub": "somebody else"}, signature).replace("MA.", f"{header}.", 1)


P = lti.Platform()
RS256 = {"alg": "RS256", "kid": lti.KEY_ID}


@on_database
@pytest.mark.parametrize(
    ("make", "status", "says"),
    [
        (lambda claims: P.sign(claims, lti.pem("stranger")), 403, "is not signed with one of the platform’s keys"),
        (lambda claims: with_claim_changed(P.sign(claims)), 403, "is not signed with one of the platform’s keys"),
        (lambda claims: P.sign(claims)[:-6] + "AAAAAA", 403, "is not signed with one of the platform’s keys"),
        (lti.unsigned, 403, "is not signed by RS256"),
        (by_hmac, 403, "is not signed by RS256"),
        (lambda claims: P.sign(claims, algorithm="RS512"), 403, "is not signed by RS256"),
        (lambda claims: P.sign(claims, kid="another"), 400, "Unable to find public key"),
        (lambda claims: lti.by_hand({"alg": "RS256"}, claims), 400, "JWT KID not found"),
        (lambda claims: lti.by_hand({**RS256, "kid": ["x"]}, claims), 400, "Unable to find public key"),
        (lambda claims: lti.by_hand([], claims), 403, "is not signed by RS256"),
        (lambda claims: lti.by_hand(RS256, [claims]), 400, "cannot be read"),
        (lambda claims: lti.by_hand(RS256, 7), 400, "cannot be read"),
        (lambda claims: "a.b.c", 400, "Invalid JWT format"),
        (lambda claims: "nothing of the kind", 400, "JWT must contain 3 parts"),
        (lambda claims: "ключ.ключ.ключ", 400, "Invalid JWT format"),
        (lambda claims: "", 400, "Missing id_token"),
    ],
)
def test_token_is_refused(post: Callable[..., Any], make: Any, status: int, says: str) -> None:
    refused(post(make), status, says)


@on_database
def test_true_token_made_by_the_same_hands_is_accepted(post: Callable[..., Any]) -> None:
    """So that the refusals above are refusals of what they name."""
    assert post(P.sign).status_code == 303


@on_database
@pytest.mark.parametrize(
    "keys",
    [[], {}, {"keys": {}}, {"keys": ["x"]}, "x", 7],
)
def test_keys_that_are_none_are_refused(platform: Any, launch: Callable[..., Any], keys: Any) -> None:
    platform.keys = keys
    refused(launch(), 403, "keys cannot be fetched from http://localhost")


@on_database
@pytest.mark.parametrize(
    "key", [{"kty": "oct", "k": "AAAA"}, {"kty": "RSA"}, {"kty": "RSA", "n": "AQ", "e": "AQ"}, {"kty": "XYZ"}, {}]
)
def test_key_that_is_none_is_refused(platform: Any, launch: Callable[..., Any], key: dict[str, str]) -> None:
    platform.keys = {"keys": [{"kid": lti.KEY_ID, "alg": "RS256", **key}]}
    response = launch()
    assert response.status_code in (400, 403)
    assert "key" in said(response)


@on_database
def test_platform_that_does_not_answer_is_told_of(platform: Any, client: Client, login: Login) -> None:
    silent = lti.Platform(address="http://127.0.0.1:9", client_id="client-silent")
    register(silent)
    begun = login(silent)
    token = silent.token(begun["nonce"], target=f"{LAUNCH}?deal=plie")
    response = client.post("/lti/launch/", {"state": begun["state"], "id_token": token})
    refused(response, 403, "keys cannot be fetched from http://127.0.0.1:9/jwks; try again")


# --- states and nonces ---

UNKNOWN = "is unknown, has been used already or has begun more than ten minutes ago"


@on_database
def test_state_and_nonce_are_good_once(client: Client, platform: Any, login: Login) -> None:
    begun = login()
    token = platform.token(begun["nonce"], target=f"{LAUNCH}?deal=plie")
    sent = {"state": begun["state"], "id_token": token}
    assert client.post("/lti/launch/", sent).status_code == 303
    refused(client.post("/lti/launch/", sent), 403, UNKNOWN)
    again = login()
    refused(client.post("/lti/launch/", sent | {"state": again["state"]}), 403, "belongs to another login")


@on_database
def test_state_is_used_up_by_a_launch_that_is_refused(client: Client, platform: Any, login: Login) -> None:
    begun = login()
    good = platform.token(begun["nonce"], target=f"{LAUNCH}?deal=plie")
    bad = platform.token("guess", target=f"{LAUNCH}?deal=plie")
    refused(client.post("/lti/launch/", {"state": begun["state"], "id_token": bad}), 403, "another login")
    refused(client.post("/lti/launch/", {"state": begun["state"], "id_token": good}), 403, UNKNOWN)


@on_database
@pytest.mark.parametrize(
    ("state", "status", "says"),
    [("state-of-nobody", 403, UNKNOWN), ("", 400, "Missing state param"), ("a\0b", 400, "a character in it")],
)
def test_unknown_state_is_refused(
    client: Client, platform: Any, login: Login, state: str, status: int, says: str
) -> None:
    token = platform.token(login()["nonce"], target=f"{LAUNCH}?deal=plie")
    refused(client.post("/lti/launch/", {"state": state, "id_token": token}), status, says)


@on_database
def test_state_of_another_login_is_refused(client: Client, platform: Any, login: Login) -> None:
    one, other = login(), login()
    token = platform.token(one["nonce"], target=f"{LAUNCH}?deal=plie")
    refused(client.post("/lti/launch/", {"state": other["state"], "id_token": token}), 403, "another login")


@on_database
def test_login_of_another_platform_is_refused(client: Client, platform: Any, login: Login) -> None:
    """Even if that platform has learned of the nonce."""
    other = lti.Platform(address=platform.address, client_id="client-2")
    register(other)
    begun = login(other)
    token = platform.token(begun["nonce"], target=f"{LAUNCH}?deal=plie")
    response = client.post("/lti/launch/", {"state": begun["state"], "id_token": token})
    refused(response, 403, "belongs to the login of another platform")


@on_database
def test_state_is_forgotten_after_ten_minutes(client: Client, platform: Any, login: Login) -> None:
    from lms.models import Kept

    begun = login()
    (row,) = Kept.objects.all()
    assert timedelta(minutes=9) < row.until - timezone.now() <= timedelta(minutes=10)
    Kept.objects.update(until=timezone.now() - timedelta(seconds=1))
    token = platform.token(begun["nonce"], target=f"{LAUNCH}?deal=plie")
    refused(client.post("/lti/launch/", {"state": begun["state"], "id_token": token}), 403, UNKNOWN)
    assert not Kept.objects.exists()


@on_database
def test_old_rows_are_cleaned_away_by_the_next_login(login: Login) -> None:
    from lms.models import Kept

    login()
    Kept.objects.update(until=timezone.now() - timedelta(seconds=1))
    login()
    assert Kept.objects.count() == 1


@on_database
def test_what_is_kept_is_handed_out_to_one_only(platform: Any) -> None:
    from lms.models import Kept, keep, look, take

    keep("a", {"value": 1}, timedelta(minutes=1))
    assert look("a") == look("a") == {"value": 1}
    assert [take("a"), take("a"), look("a")] == [{"value": 1}, None, None]
    assert not Kept.objects.exists()


@on_database
def test_launch_is_a_post(client: Client, platform: Any) -> None:
    response = client.get("/lti/launch/?deal=plie")
    refused(response, 405, "a deal in a course is opened from the course")
    assert response["Allow"] == "POST"


# --- deep linking ---


def choose(client: Client, launch: Callable[..., Any], choice: dict[str, str], **changes: Any) -> Any:
    """The answer to a choice."""
    page = launch("", CHOOSE, **changes)["Location"]
    (launch_id,) = parse_qs(urlsplit(page).query)["launch"]
    return client.post("/lti/deep-link/", {"launch": launch_id, **choice})


@on_database
def test_page_of_the_choice(client: Client, launch: Callable[..., Any], platform: Any) -> None:
    page = launch("", CHOOSE)
    assert page.status_code == 303
    for _ in range(2):  # it can be loaded again
        response = client.get(page["Location"])
        assert response.status_code == 200
        assert not response.cookies
        assert "no-store" in response["Cache-Control"]
        assert not response.has_header("X-Frame-Options")
        policy = response["Content-Security-Policy"].split("; ")
        assert f"frame-ancestors {platform.address}" in policy
        assert "form-action 'self'" in policy
        assert "script-src 'self'" in policy
        html = response.content.decode()
        assert all(f'<option value="{slug}"' in html for slug in demos())
        assert 'target="_self"' in html


@on_database
def test_choice_goes_back_signed_and_comes_again_as_a_launch(
    client: Client, launch: Callable[..., Any], platform: Any
) -> None:
    version = demos()["long-deal"].version
    choice = {"deal": "long-deal", "start": "2", "end": "6", "theme": "dark", "quiz": "on"}
    response = choose(client, launch, choice)
    assert response.status_code == 200
    assert not response.cookies
    policy = response["Content-Security-Policy"].split("; ")
    assert f"form-action {platform.address}/mod/lti/contentitem_return.php" in policy
    assert f"frame-ancestors {platform.address}" in policy
    html = response.content.decode()
    assert f'action="{platform.return_url.replace("&", "&amp;")}"' in html
    assert "<button>" in html
    assert 'js/send.js" defer' in html
    found = re.search(r'name="JWT" value="([^"]+)"', html)
    assert found is not None

    (key,) = client.get("/lti/jwks.json").json()["keys"]
    assert jwt.get_unverified_header(found[1])["kid"] == key["kid"]
    answer = jwt.decode(found[1], jwt.PyJWK(key).key, algorithms=["RS256"], audience=platform.issuer)
    assert answer["iss"] == platform.client_id
    assert answer["exp"] > answer["iat"]
    assert answer["nonce"]
    assert answer[f"{CLAIM}message_type"] == "LtiDeepLinkingResponse"
    assert answer[f"{CLAIM}version"] == "1.3.0"
    assert answer[f"{CLAIM}deployment_id"] == platform.deployment
    assert answer[f"{DEEP}data"] == "what the platform sends to itself"
    (item,) = answer[f"{DEEP}content_items"]
    assert item["type"] == "ltiResourceLink"
    assert item["title"] == demos()["long-deal"].title
    assert item["url"] == f"{LAUNCH}?deal=long-deal&v={version}&from=2&to=6&theme=dark&told=0&quiz=1"
    assert launch(item["url"])["Location"] == f"/embed/long-deal/?v={version}&from=2&to=6&theme=dark&told=0&quiz=1"


@on_database
def test_choice_is_sent_once(client: Client, launch: Callable[..., Any]) -> None:
    page = launch("", CHOOSE)["Location"]
    (launch_id,) = parse_qs(urlsplit(page).query)["launch"]
    choice = {"launch": launch_id, "deal": "plie", "told": "on"}
    assert client.post("/lti/deep-link/", choice).status_code == 200
    for again in (client.post("/lti/deep-link/", choice), client.get(page)):
        refused(again, 403, "This choice is unknown, has been sent already or is more than an hour old")


@on_database
def test_choice_is_forgotten_after_an_hour(client: Client, launch: Callable[..., Any]) -> None:
    from lms.models import Kept

    page = launch("", CHOOSE)["Location"]
    (row,) = Kept.objects.all()
    assert timedelta(minutes=59) < row.until - timezone.now() <= timedelta(hours=1)
    Kept.objects.update(until=timezone.now() - timedelta(seconds=1))
    refused(client.get(page), 403, "is more than an hour old")


@on_database
@pytest.mark.parametrize("launch_id", ["", "nobody", "a\0b", "x" * 5000, "state-1"])
def test_unknown_choice_is_refused(client: Client, platform: Any, login: Login, launch_id: str) -> None:
    says = "a character in it" if "\0" in launch_id else "This choice is unknown"
    for response in (
        client.get("/lti/deep-link/", {"launch": launch_id}),
        client.post("/lti/deep-link/", {"launch": launch_id, "deal": "plie"}),
    ):
        refused(response, 400 if "\0" in launch_id else 403, says)


@on_database
def test_a_state_is_no_choice_nor_a_choice_a_state(client: Client, platform: Any, login: Login, launch: Any) -> None:
    refused(client.get("/lti/deep-link/", {"launch": login()["state"]}), 403, "This choice is unknown")
    (launch_id,) = parse_qs(urlsplit(launch("", CHOOSE)["Location"]).query)["launch"]
    sent = {"state": launch_id, "id_token": platform.token("x", target=LAUNCH)}
    refused(client.post("/lti/launch/", sent), 403, UNKNOWN)


@on_database
def test_choice_is_refused_once_the_platform_is_gone(client: Client, platform: Any, launch: Any) -> None:
    page = launch("", CHOOSE)["Location"]
    named = ["--issuer", platform.issuer, "--client-id", platform.client_id]
    call_command("lti_platform", "remove", *named, stdout=StringIO())
    refused(client.get(page), 403, "is not registered here")


@on_database
@pytest.mark.parametrize(
    ("choice", "says"),
    [
        ({"deal": "nothing"}, "Deal: Select a valid choice"),
        ({}, "Deal: This field is required"),
        ({"deal": "plie", "start": "99"}, "First step: the steps of “A plie” are 0 to "),
        ({"deal": "plie", "end": "99"}, "Last step: the steps of “A plie” are 0 to "),
        ({"deal": "plie", "start": "2", "end": "1"}, "Last step: it comes before the first step"),
        ({"deal": "plie", "start": "-1"}, "First step: Ensure this value is greater than or equal to 0"),
        ({"deal": "plie", "start": "two"}, "First step: Enter a whole number"),
        ({"deal": "plie", "theme": "pink"}, "Light or dark: Select a valid choice"),
    ],
)
def test_choice_that_cannot_be_can_be_put_right(
    client: Client, launch: Callable[..., Any], choice: dict[str, str], says: str
) -> None:
    response = choose(client, launch, choice)
    assert response.status_code == 400
    html = response.content.decode()
    assert says in html
    found = re.search(r'name="launch" value="([^"]+)"', html)
    assert found is not None
    assert client.post("/lti/deep-link/", {"launch": found[1], "deal": "plie"}).status_code == 200


SETTINGS = f"{DEEP}deep_linking_settings"
RETURN = {"accept_types": ["ltiResourceLink"], "accept_presentation_document_targets": ["iframe"]}


@on_database
@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({SETTINGS: None}, "has no deep_linking_settings,"),
        ({SETTINGS: []}, "cannot be read: deep_linking_settings"),
        ({SETTINGS: RETURN}, "has no deep_linking_settings.deep_link_return_url,"),
        ({SETTINGS: {**RETURN, "deep_link_return_url": "javascript:alert(1)"}}, "not an address that begins with"),
        ({SETTINGS: {**RETURN, "deep_link_return_url": "https://a;script-src *"}}, "not an address that begins with"),
        ({SETTINGS: {**RETURN, "deep_link_return_url": "https://a@b/"}}, "not an address that begins with https"),
        ({SETTINGS: {**RETURN, "deep_link_return_url": "https://a/", "accept_types": ["file"]}}, "resource link"),
    ],
)
def test_deep_linking_request_is_refused(launch: Callable[..., Any], changes: dict[str, Any], says: str) -> None:
    refused(launch("", CHOOSE, **changes), 400, says)


@on_database
def test_return_address_cannot_change_the_policy(client: Client, launch: Callable[..., Any]) -> None:
    where = {**RETURN, "deep_link_return_url": "https://a.example/b;script-src,*'unsafe-inline'/?x=\";y"}
    response = choose(client, launch, {"deal": "plie"}, **{SETTINGS: where})
    policy = response["Content-Security-Policy"].split("; ")
    assert "form-action https://a.example/b%3Bscript-src%2C*%27unsafe-inline%27/" in policy
    assert "script-src 'self'" in policy


@on_database
def test_platform_that_sends_itself_nothing_is_sent_nothing(client: Client, launch: Callable[..., Any]) -> None:
    where = {**RETURN, "deep_link_return_url": "https://a.example/"}
    html = choose(client, launch, {"deal": "plie"}, **{SETTINGS: where}).content.decode()
    found = re.search(r'name="JWT" value="([^"]+)"', html)
    assert found is not None
    answer = jwt.decode(found[1], options={"verify_signature": False})
    assert f"{DEEP}data" not in answer


@on_database
def test_platform_may_send_itself_anything(client: Client, launch: Callable[..., Any]) -> None:
    data = "\0 \ud800 ключ"
    where = {**RETURN, "deep_link_return_url": "https://a.example/", "data": data}
    html = choose(client, launch, {"deal": "plie"}, **{SETTINGS: where}).content.decode()
    found = re.search(r'name="JWT" value="([^"]+)"', html)
    assert found is not None
    assert jwt.decode(found[1], options={"verify_signature": False})[f"{DEEP}data"] == data
