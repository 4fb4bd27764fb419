"""Logins and launches: pylti1p3's, with a table of ours where it would have cookies and a session.

The two requests of a launch come from a frame on somebody else's site, where browsers block cookies. So the state that
the login hands out is the name of a row (:class:`lms.models.Kept`), which holds the nonce and whose login it was; the
launch takes the row, once. A state is therefore not tied to a browser. That keeps strangers from an identity elsewhere;
here nobody has one, and a launch that somebody foists on a reader shows that reader a deal that is public anyway.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

import jwt
import requests
from django.core.cache import cache
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from jwcrypto.common import JWException
from pylti1p3.contrib.django import DjangoMessageLaunch, DjangoOIDCLogin
from pylti1p3.cookie import CookieService
from pylti1p3.deep_link import DeepLink
from pylti1p3.registration import Registration
from pylti1p3.session import SessionService

from lms.claims import CHOOSE, DEPLOYMENT, MESSAGE, SETTINGS, read_claims
from lms.models import CHOICE, LOGIN, keep, look, take
from lms.platforms import Platforms
from lms.refusals import BAD, FORBIDDEN, Refused

LEEWAY = 10  # seconds by which the clock of a platform may be off
PATIENCE = 5  # seconds for a platform to hand out its keys
KEYS_KEPT = 60  # seconds: a class that opens a lesson at once asks for them once
ALGORITHM = "RS256"
NEEDED = ("iss", "aud", "azp", DEPLOYMENT, SETTINGS)  # for the answer to a deep linking request


class NoCookies(CookieService):
    """Sets none, and has none."""

    def get_cookie(self, name: str) -> str | None:
        return None

    def set_cookie(self, name: str, value: str | int, exp: int | None = 3600) -> None:
        pass

    def update_response(self, response: HttpResponseBase) -> None:
        pass


class Memory(SessionService):
    """What pylti1p3 takes for a session. ``login`` is that of the launch under way: its issuer, client and nonce."""

    def __init__(self) -> None:  # not the base's, which asks the request for its session
        self.login: Mapping[str, Any] = {}
        self._nonce = ""

    def save_nonce(self, nonce: str) -> None:
        self._nonce = nonce

    def save_state_params(self, state: str, params: dict[str, object]) -> None:
        keep(f"login {state}", {**params, "nonce": self._nonce}, LOGIN)

    def check_state_is_valid(self, state: str, id_token_hash: str) -> bool:
        self.login = take(f"login {state}") or {}
        if not self.login:
            says = _(
                "This launch is unknown, has been used already or has begun more than ten minutes ago; open the link "
                "in your course again."
            )
            raise Refused(FORBIDDEN, says)
        return True

    def check_nonce(self, nonce: str) -> bool:
        if not constant_time_compare(nonce, self.login["nonce"]):
            raise Refused(FORBIDDEN, _("The platform’s message belongs to another login; open the link again."))
        return True

    def set_state_valid(self, state: str, id_token_hash: str) -> None:
        """Nothing: pylti1p3 would let the same message in again."""

    def save_launch_data(self, key: str, jwt_body: Mapping[str, Any]) -> None:
        """Keep what the answer to a deep linking request needs, and of any other launch nothing."""
        if jwt_body[MESSAGE] == CHOOSE:
            keep(f"choice {key}", {claim: jwt_body[claim] for claim in NEEDED if claim in jwt_body}, CHOICE)

    def get_launch_data(self, key: str) -> Mapping[str, Any]:
        return look(f"choice {key}") or _gone()


def _gone() -> NoReturn:
    says = _("This choice is unknown, has been sent already or is more than an hour old; begin again in your course.")
    raise Refused(FORBIDDEN, says)


class Login(DjangoOIDCLogin):
    """A login that a platform begins."""

    def validate_oidc_login(self) -> Registration:
        """Remembers with the state whose login it is."""
        registration = super().validate_oidc_login()
        self.pass_params_to_launch({"issuer": registration.get_issuer(), "client": registration.get_client_id()})
        return registration


class Launch(DjangoMessageLaunch):
    """A launch, validated as pylti1p3 does it but for what it leaves open."""

    def validate_jwt_format(self) -> Launch:
        """Also holds the claims against our model, so that nothing later can stumble over their form."""
        super().validate_jwt_format()
        header = self._jwt["header"]
        if not isinstance(header, dict) or header.get("alg") != ALGORITHM:
            raise Refused(FORBIDDEN, _("The platform’s message is not signed by RS256, the one algorithm taken here."))
        read_claims(self._jwt["body"])
        return self

    def get_client_id(self) -> str:
        """Whom the message was made out to, which must be among those it is for."""
        body = self._get_jwt_body()
        meant = [body["aud"]] if isinstance(body["aud"], str) else body["aud"]
        client = body.get("azp") or (meant[0] if len(meant) == 1 else None)
        if client not in meant:
            raise Refused(FORBIDDEN, _("The platform’s message does not say to whom of several it was made out."))
        return str(client)

    def validate_registration(self) -> Launch:
        """Also compares with the login, which a restored launch has no more."""
        super().validate_registration()
        login = self.get_session_service().login
        if login and (login["issuer"], login["client"]) != (self.get_iss(), self.get_client_id()):
            raise Refused(FORBIDDEN, _("The platform’s message belongs to the login of another platform."))
        return self

    def fetch_public_key(self, key_set_url: str) -> Any:
        """The platform's keys, kept for a moment; pylti1p3 would wait for them for ever, and take anything for keys."""
        name = f"lti-keys-{key_set_url}"
        keys = cache.get(name)
        if keys is None:
            keys = self._ask(key_set_url)
            cache.set(name, keys, KEYS_KEPT)
        return keys

    def _ask(self, key_set_url: str) -> Any:
        try:
            answer = self._requests_session.get(key_set_url, timeout=PATIENCE)
            answer.raise_for_status()
            keys = answer.json()
        except (requests.RequestException, ValueError):
            keys = None
        listed = keys.get("keys") if isinstance(keys, dict) else None
        if not isinstance(listed, list) or not all(isinstance(key, dict) for key in listed):
            says = _("The platform’s keys cannot be fetched from %(address)s; try again in a moment.")
            raise Refused(FORBIDDEN, says % {"address": key_set_url})
        return keys

    def validate_jwt_signature(self) -> Launch:
        """Also wants a time of issue and an end, and allows for a clock that is a little off."""
        try:
            key, _algorithm = self.get_public_key()
            jwt.decode(
                self._get_id_token(),
                key,
                algorithms=[ALGORITHM],
                audience=self.get_client_id(),
                leeway=LEEWAY,
                options={"require": ["exp", "iat"]},
            )
        except jwt.MissingRequiredClaimError as missing:
            says = _("The platform’s message has no %(claim)s, which LTI 1.3 wants it to have.")
            raise Refused(BAD, says % {"claim": missing.claim}) from None
        except jwt.ExpiredSignatureError:
            raise Refused(FORBIDDEN, _("The platform’s message has expired; open the link again.")) from None
        except jwt.ImmatureSignatureError:
            says = _("The platform’s message comes from the future: its clock, or that of this site, is wrong.")
            raise Refused(FORBIDDEN, says) from None
        except (jwt.PyJWTError, JWException, TypeError, ValueError):
            raise Refused(
                FORBIDDEN, _("The platform’s message is not signed with one of the platform’s keys.")
            ) from None
        return self


def begin(request: HttpRequest, launch_url: str) -> HttpResponseBase:
    """The answer to a login that a platform begins. Raises ``LtiException`` or ``OIDCException``."""
    login = Login(request, Platforms(), session_service=Memory(), cookie_service=NoCookies())
    return login.redirect(launch_url)


def receive(request: HttpRequest) -> Launch:
    """The launch that a platform posts, validated. Raises ``LtiException``."""
    launch = Launch(request, Platforms(), session_service=Memory(), cookie_service=NoCookies())
    launch.validate()
    return launch


def restore(request: HttpRequest, launch_id: str) -> DeepLink:
    """What a deep linking launch wants an answer to; it stays kept. Raises ``LtiException``."""
    services = {"session_service": Memory(), "cookie_service": NoCookies()}
    return Launch.from_cache(launch_id, request, Platforms(), **services).get_deep_link()


def finish(launch_id: str) -> None:
    """Take the launch away, for it is answered. Raises :class:`Refused` if another request was faster."""
    take(f"choice {launch_id}") or _gone()
