"""What a platform says of a launch, held against a model before anything is done with it."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal
from urllib.parse import quote, urlsplit

from django.utils.translation import gettext as _
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from lms.refusals import BAD, Refused

LTI = "https://purl.imsglobal.org/spec/lti/claim/"
DEEP_LINKING = "https://purl.imsglobal.org/spec/lti-dl/claim/"
DEPLOYMENT = f"{LTI}deployment_id"
MESSAGE = f"{LTI}message_type"
TARGET = f"{LTI}target_link_uri"
SETTINGS = f"{DEEP_LINKING}deep_linking_settings"
DATA = f"{DEEP_LINKING}data"
CHOOSE, SHOW = "LtiDeepLinkingRequest", "LtiResourceLinkRequest"
HOST = re.compile(r"[A-Za-z0-9.-]+(?::[0-9]{1,5})?|\[[0-9A-Fa-f:]+\](?::[0-9]{1,5})?")


def printable(text: str) -> str:
    """``text`` if a database can look it up: no NUL, no half of a character. Raises ``ValueError``."""
    if not text.isprintable():
        raise ValueError("it has characters that cannot be printed")
    return text


def web_address(text: str) -> str:
    """``text`` if it is the address of a page. Raises ``ValueError``."""
    parts = urlsplit(printable(text))
    if parts.scheme not in ("http", "https") or not HOST.fullmatch(parts.netloc) or " " in text:
        raise ValueError("it is not an address that begins with https://")
    return text


def origin(address: str) -> str:
    """Where ``address`` belongs to, as a content security policy names it."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def page(address: str) -> str:
    """``address`` without its query, as a content security policy names a single page."""
    return origin(address) + quote(urlsplit(address).path, safe="/%:@!$&()*+=~")


Text = Annotated[str, Field(min_length=1, max_length=2000), AfterValidator(printable)]
Address = Annotated[str, Field(max_length=4000), AfterValidator(web_address)]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")


class DeepLinkingSettings(_Strict):
    """Where the choice of a teacher goes, and in what form it is welcome."""

    deep_link_return_url: Address
    accept_types: list[Text]
    accept_presentation_document_targets: list[Text]


class Claims(_Strict):
    """The claims we rely on. What a platform says of its users is not among them."""

    iss: Text
    aud: Text | Annotated[list[Text], Field(min_length=1)]
    azp: Text | None = None
    nonce: Text
    deployment: Annotated[Text, Field(alias=DEPLOYMENT)]
    version: Annotated[Literal["1.3.0"], Field(alias=f"{LTI}version")]
    message: Annotated[Literal["LtiResourceLinkRequest", "LtiDeepLinkingRequest"], Field(alias=MESSAGE)]
    target: Annotated[Text | None, Field(alias=TARGET)] = None
    roles: Annotated[list[Any], Field(alias=f"{LTI}roles")]
    resource_link: Annotated[dict[str, Any] | None, Field(alias=f"{LTI}resource_link")] = None
    settings: Annotated[DeepLinkingSettings | None, Field(alias=SETTINGS)] = None


def read_claims(said: Any) -> Claims:
    """The claims of a message that has been decoded. Raises :class:`Refused`."""
    try:
        claims = Claims.model_validate(said)
    except ValidationError as fault:
        raise Refused(BAD, _sentence(fault)) from None
    if claims.message == CHOOSE and claims.settings is None:
        raise _missing("deep_linking_settings")
    if claims.message == SHOW and not claims.target:
        raise _missing("target_link_uri")
    return claims


def _sentence(fault: ValidationError) -> str:
    first = fault.errors(include_url=False, include_context=False)[0]
    depth = 2 if first["loc"][:1] == (SETTINGS,) else 1
    name = ".".join(str(part).rpartition("/")[2] for part in first["loc"][:depth])
    if first["type"] == "missing":
        return _missing(name).reason
    says = _("The platform’s message cannot be read: %(claim)s: %(why)s.")
    return says % {"claim": name or _("the whole"), "why": first["msg"].removeprefix("Value error, ")}


def _missing(claim: str) -> Refused:
    return Refused(
        BAD, _("The platform’s message has no %(claim)s, which LTI 1.3 wants it to have.") % {"claim": claim}
    )
