"""Keeping deals: who may keep how many, what the secret is, and what a second click does.

*Once only.* The form carries a secret that was drawn when it was rendered, and that becomes the key to the deal. The
same form sent twice finds the deal that it kept the first time, and can show the secret again, which the database
knows as a hash only. The address of the sender would not do to tell a double click: a class behind one router keeps
the same exercise in the same minute, and each of them must get a deal of their own.

*Not too often.* What was sent is counted in a table and not in a cache: the only cache that needs no other server
belongs to one process, and each worker would count for itself. An address is hashed with a key of the day, which is
thrown away when two days are over.
"""

from __future__ import annotations

import hmac
import re
import secrets
from dataclasses import dataclass
from datetime import date, timedelta
from hashlib import sha256
from ipaddress import IPv6Address, ip_address

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Sum
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from builder.deals import Built
from builder.models import DayKey, KeptDeal, KeptVersion, Sending

AN_HOUR, MOST_AN_HOUR = timedelta(hours=1), 20
A_DAY, MOST_A_DAY = timedelta(days=1), 200
MOST_VERSIONS = 50
MOST_BYTES = 500 * 1024 * 1024  # of all kept texts together
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another
SECRET = re.compile(r"[A-Za-z0-9_-]{32}")


class Refused(Exception):
    """Nothing is kept; the text says why, ``status`` says it to machines."""

    def __init__(self, says: str, status: int) -> None:
        super().__init__(says)
        self.says = says
        self.status = status


@dataclass(frozen=True)
class Kept:
    """What was kept, and the secret that changes it."""

    deal: KeptDeal
    secret: str


def new_secret() -> str:
    """A secret for a form to carry."""
    return secrets.token_urlsafe(24)


def keep(built: Built, secret: str, address: str) -> Kept:
    """Keep ``built`` for whoever sends from ``address``. Raises :class:`Refused`."""
    if not SECRET.fullmatch(secret):
        secret = new_secret()
    before = KeptDeal.objects.filter(token=hashed(secret)).first()
    if before and before.versions.filter(version=built.version).exists():
        return Kept(before, secret)
    if before:  # the form was sent again with another deal in it
        secret = new_secret()
    _require_room(built)
    senders = _senders(address)
    _require_patience(senders)
    try:
        with transaction.atomic():
            deal = KeptDeal.objects.create(key=_new_key(), token=hashed(secret), current=built.version)
            _add_version(deal, built)
            Sending.objects.create(sender=senders[0])
    except IntegrityError:  # the second click overtook the first
        return Kept(KeptDeal.objects.get(token=hashed(secret)), secret)
    return Kept(deal, secret)


def change(deal: KeptDeal, built: Built) -> None:
    """Show ``built`` under the address of ``deal`` from now on; what it was stays. Raises :class:`Refused`."""
    with transaction.atomic():
        KeptDeal.objects.select_for_update().get(key=deal.key)
        if not deal.versions.filter(version=built.version).exists():
            if deal.versions.count() >= MOST_VERSIONS:
                says = _("This deal has %(most)s versions, and each of them stays. Keep it as a new deal.")
                raise Refused(says % {"most": MOST_VERSIONS}, 409)
            _require_room(built)
            _add_version(deal, built)
        deal.current, deal.changed = built.version, timezone.now()
        deal.save()


def text_of(deal: KeptDeal, version: str = "") -> str | None:
    """The text of ``deal``, in one of its versions if one is named; None if there is none of that name."""
    return deal.versions.filter(version=version or deal.current).values_list("text", flat=True).first()


def opens(deal: KeptDeal, secret: str) -> bool:
    """Whether ``secret`` is the one of ``deal``."""
    return secrets.compare_digest(deal.token, hashed(secret))


def hashed(secret: str) -> str:
    """A secret as the database knows it. It is long and drawn by lot, so a plain hash does."""
    return sha256(secret.encode()).hexdigest()


def forget() -> None:
    """Throw away what is older than a day: who sent what, and the keys that it was hashed with."""
    Sending.objects.filter(at__lt=timezone.now() - A_DAY).delete()
    DayKey.objects.filter(day__lt=timezone.now().date() - A_DAY).delete()


def _add_version(deal: KeptDeal, built: Built) -> None:
    text = built.text
    KeptVersion.objects.create(deal=deal, version=built.version, text=text, size=len(text.encode()))


def _new_key() -> str:
    return "".join(secrets.choice(LETTERS) for _place in range(10))


def _require_room(built: Built) -> None:
    taken = KeptVersion.objects.aggregate(Sum("size"))["size__sum"] or 0
    if taken + len(built.text.encode()) > MOST_BYTES:
        says = _("There is no room for more kept deals at the moment. The address and the file keep it, too.")
        raise Refused(says, 503)


def _require_patience(senders: list[str]) -> None:
    sent, now = Sending.objects.filter(sender__in=senders), timezone.now()
    if sent.filter(at__gt=now - AN_HOUR).count() >= MOST_AN_HOUR:
        says = _("%(most)s deals were kept from your network within an hour, which is the most. Try again in an hour.")
        raise Refused(says % {"most": MOST_AN_HOUR}, 429)
    if sent.filter(at__gt=now - A_DAY).count() >= MOST_A_DAY:
        says = _("%(most)s deals were kept from your network within a day, which is the most. Try again tomorrow.")
        raise Refused(says % {"most": MOST_A_DAY}, 429)


# --- who sends ---


def address_of(request: HttpRequest) -> str:
    """Where ``request`` comes from: as the last of the proxies says that the host has, or as the connection says."""
    proxies, said = settings.PROXIES, request.headers.get("X-Forwarded-For", "").split(",")
    if proxies and len(said) >= proxies:
        return said[-proxies].strip()
    return str(request.META.get("REMOTE_ADDR", ""))


def _senders(address: str) -> list[str]:
    """The hashes of ``address``, with the key of today and with that of yesterday."""
    forget()
    today = timezone.now().date()
    return [_hash(day, _network(address)) for day in (today, today - A_DAY)]


def _hash(day: date, network: str) -> str:
    key, _made = DayKey.objects.get_or_create(day=day, defaults={"key": secrets.token_hex(32)})
    return hmac.new(bytes.fromhex(key.key), network.encode(), sha256).hexdigest()


def _network(address: str) -> str:
    """What counts as one sender: an IPv4 address; of IPv6 the half that a provider gives to one customer."""
    try:
        there = ip_address(address)
    except ValueError:
        return address
    if isinstance(there, IPv6Address) and not there.ipv4_mapped:
        return there.exploded[:19]
    return str(getattr(there, "ipv4_mapped", None) or there)
