"""A small learning platform: it knows a course and its keys, signs launches, and is a web site of its own.

It takes the part of Moodle or Canvas in the tests of ``site/lms/``. A test of the site asks it for tokens; a test in a
browser opens its pages, which lead to ours and back as a platform's do.
"""

from __future__ import annotations

import base64
import html
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from jwcrypto.jwk import JWK

CLAIM = "https://purl.imsglobal.org/spec/lti/claim/"
DEEP = "https://purl.imsglobal.org/spec/lti-dl/claim/"
SHOW, CHOOSE = "LtiResourceLinkRequest", "LtiDeepLinkingRequest"
KEY_ID = "platform-key"
# What a platform may say of a user, and we must not keep.
PERSONAL = {
    "sub": "user-4711",
    "name": "Lizaveta Ivanovna",
    "given_name": "Lizaveta",
    "family_name": "Ivanovna",
    "email": "lizaveta@school.example",
    "picture": "https://school.example/lizaveta.png",
}


@lru_cache
def pem(name: str) -> str:
    """A private key, the same each time for one ``name``."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def public_pem(private: str) -> str:
    key = JWK.from_pem(private.encode())
    return str(key.get_op_key("verify").public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode())


def unsigned(claims: dict[str, Any]) -> str:
    """A token with the algorithm ``none``."""
    return ".".join((*(_part(each) for each in ({"alg": "none", "typ": "JWT", "kid": KEY_ID}, claims)), ""))


def by_hand(header: Any, claims: Any, signature: str = "AAAA") -> str:
    """A token that no library would write."""
    return f"{_part(header)}.{_part(claims)}.{signature}"


def _part(value: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


@dataclass
class Platform:
    """A platform as we have registered it. ``address`` is its own site; ``links`` are the content items it was sent."""

    address: str = "https://school.example"
    issuer: str = "https://school.example"
    client_id: str = "client-1"
    deployment: str = "deployment-1"
    key: str = field(default_factory=lambda: pem("platform"))
    keys: Any = None
    fetched: int = 0
    received: list[str] = field(default_factory=list)
    course: dict[str, str] = field(default_factory=dict)

    @property
    def return_url(self) -> str:
        return f"{self.address}/mod/lti/contentitem_return.php?course=2&sesskey=a;b"

    @property
    def jwks(self) -> Any:
        """Its public keys."""
        if self.keys is not None:
            return self.keys
        public = json.loads(JWK.from_pem(self.key.encode()).export_public())
        return {"keys": [public | {"kid": KEY_ID, "alg": "RS256", "use": "sig"}]}

    def claims(self, nonce: str, /, message: str = SHOW, target: str = "", **changes: Any) -> dict[str, Any]:
        """What it says of a launch; a change to None leaves a claim out."""
        now = int(time.time())
        said: dict[str, Any] = {
            "iss": self.issuer,
            "aud": self.client_id,
            "nonce": nonce,
            "iat": now,
            "exp": now + 60,
            f"{CLAIM}deployment_id": self.deployment,
            f"{CLAIM}message_type": message,
            f"{CLAIM}version": "1.3.0",
            f"{CLAIM}roles": ["http://purl.imsglobal.org/vocab/lis/v2/membership#Learner"],
            f"{CLAIM}context": {"id": "2", "title": "Pushkin"},
            **PERSONAL,
        }
        if message == SHOW:
            said |= {f"{CLAIM}resource_link": {"id": "link-1", "title": "A deal"}, f"{CLAIM}target_link_uri": target}
        else:
            said[f"{DEEP}deep_linking_settings"] = {
                "deep_link_return_url": self.return_url,
                "accept_types": ["ltiResourceLink"],
                "accept_presentation_document_targets": ["frame", "iframe", "window"],
                "data": "what the platform sends to itself",
            }
        said |= changes
        return {name: value for name, value in said.items() if value is not None}

    def sign(self, claims: Any, key: str = "", algorithm: str = "RS256", **header: Any) -> str:
        """Sign whatever it is; PyJWT's own way would refuse what is no launch."""
        said = json.dumps(claims).encode()
        return jwt.PyJWS().encode(said, key or self.key, algorithm=algorithm, headers={"kid": KEY_ID, **header})

    def token(self, nonce: str, /, message: str = SHOW, target: str = "", **changes: Any) -> str:
        """A launch, signed."""
        return self.sign(self.claims(nonce, message, target, **changes))

    # --- its web site ---

    @contextmanager
    def serve(self) -> Iterator[Platform]:
        """Serve its pages under a name that to a browser is another site than ours."""
        platform = self

        class Pages(BaseHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                pass

            def do_GET(self) -> None:
                self._answer({})

            def do_POST(self) -> None:
                sent = self.rfile.read(int(self.headers["Content-Length"])).decode()
                self._answer(dict(parse_qsl(sent)))

            def _answer(self, sent: dict[str, str]) -> None:
                kind, body = platform.page(self.path, sent)
                self.send_response(200)
                self.send_header("Content-Type", f"{kind}; charset=utf-8")
                self.end_headers()
                self.wfile.write(body.encode())

        with ThreadingHTTPServer(("127.0.0.1", 0), Pages) as server:
            thread = threading.Thread(target=server.serve_forever, daemon=True)
            thread.start()
            self.address = f"http://localhost:{server.server_port}"
            yield self
            server.shutdown()
            thread.join()

    def page(self, path: str, sent: dict[str, str]) -> tuple[str, str]:
        """The kind and the text of a page of its site."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}
        match urlsplit(path).path:
            case "/jwks":
                self.fetched += 1
                return "application/json", json.dumps(self.jwks)
            case "/course":
                return "text/html", self._course()
            case "/auth":
                token = self.token(asked["nonce"], asked["lti_message_hint"], self.course.get("target", ""))
                fields = {"id_token": token, "state": asked["state"]}
                return "text/html", _document("Logging in", _form(asked["redirect_uri"], fields, "_self"))
            case "/mod/lti/contentitem_return.php":
                self.received.append(sent["JWT"])
                return "text/html", _document("Chosen", "<p id='chosen'>The course has the deal.</p>")
        return "text/html", _document("Nothing", "")

    def _course(self) -> str:
        """A page of a course with a frame in which ``course`` says what is launched."""
        fields = {
            "iss": self.issuer,
            "client_id": self.client_id,
            "login_hint": "4711",
            "lti_message_hint": self.course["message"],
            "target_link_uri": self.course.get("target") or self.course["launch"],
        }
        form = _form(self.course["login"], fields, "tool")
        return _document("A course", f'<iframe name="tool" title="tool" width="800" height="720"></iframe>{form}')


def _form(action: str, fields: dict[str, str], target: str) -> str:
    hidden = "".join(f'<input type="hidden" name="{name}" value="{html.escape(it)}">' for name, it in fields.items())
    return (
        f'<form method="post" action="{html.escape(action)}" target="{target}">{hidden}<button>Go on</button></form>'
        "<script>document.forms[0].submit()</script>"
    )


def _document(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<link rel="icon" href="data:,"></head><body><h1>{title}</h1>{body}</body></html>'
    )
