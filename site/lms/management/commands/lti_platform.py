"""``manage.py lti_platform add | list | remove``: the platforms whose courses may show our deals."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from lti_tool.models import LtiRegistration

from lms.claims import printable, web_address

LONGEST = {"issuer": 255, "client_id": 255, "deployment": 255, "auth_url": 200, "token_url": 200, "jwks_url": 200}
ADDRESSES = ("auth_url", "token_url", "jwks_url")


class Command(BaseCommand):
    help = "Register a learning platform (Moodle, Canvas) that may launch deals; list them; remove one."

    def add_arguments(self, parser: CommandParser) -> None:
        tasks = parser.add_subparsers(dest="task", required=True, metavar="add | list | remove")
        add = tasks.add_parser("add", help="register a platform, or change what is known of it")
        remove = tasks.add_parser("remove", help="forget a platform")
        tasks.add_parser("list", help="say which platforms are registered")
        for task in (add, remove):
            task.add_argument("--issuer", required=True, help="the platform's name for itself, an address")
            task.add_argument("--client-id", required=True, help="the platform's name for this site")
        add.add_argument("--auth-url", required=True, help="where a login is answered (authentication request URL)")
        add.add_argument("--token-url", required=True, help="where access tokens are given out")
        add.add_argument("--jwks-url", required=True, help="where the platform's public keys lie")
        add.add_argument("--deployment", required=True, action="append", help="a deployment id; may be said repeatedly")

    def handle(self, *args: Any, **options: Any) -> None:
        {"add": self._add, "list": self._list, "remove": self._remove}[options["task"]](options)

    def _add(self, options: dict[str, Any]) -> None:
        for name in LONGEST:
            for value in options[name] if name == "deployment" else [options[name]]:
                _check(name, value)
        found = {
            "name": options["issuer"],
            "auth_url": options["auth_url"],
            "token_url": options["token_url"],
            "keyset_url": options["jwks_url"],
            "is_active": True,
        }
        registration, new = LtiRegistration.objects.update_or_create(
            issuer=options["issuer"], client_id=options["client_id"], defaults=found
        )
        for deployment in options["deployment"]:
            registration.deployments.update_or_create(deployment_id=deployment, defaults={"is_active": True})
        self.stdout.write(f"{'Registered' if new else 'Changed'}: {_told(registration)}")
        self.stdout.write("The platform has to know, each after the address of this site:")
        for what in ("login", "launch", "jwks"):
            self.stdout.write(f"  {what:8}{reverse(f'lms:{what}')}")

    def _list(self, options: dict[str, Any]) -> None:
        for registration in LtiRegistration.objects.order_by("issuer", "client_id"):
            self.stdout.write(_told(registration))

    def _remove(self, options: dict[str, Any]) -> None:
        named = LtiRegistration.objects.filter(issuer=options["issuer"], client_id=options["client_id"]).first()
        if named is None:
            raise CommandError("No such platform is registered; manage.py lti_platform list names those that are.")
        self.stdout.write(f"Removed: {_told(named)}")
        named.delete()


def _told(registration: LtiRegistration) -> str:
    deployments = registration.deployments.order_by("deployment_id").values_list("deployment_id", flat=True)
    return f"{registration.issuer}, client {registration.client_id}, deployments {', '.join(deployments)}"


def _check(name: str, value: str) -> None:
    """Raises ``CommandError`` with what would be right."""
    option = f"--{name.replace('_', '-')}"
    if not value or len(value) > LONGEST[name]:
        raise CommandError(f"{option} has {len(value)} characters; it has 1 to {LONGEST[name]}.")
    try:
        web_address(value) if name in ADDRESSES else printable(value)
    except ValueError as fault:
        raise CommandError(f"{option} cannot be {value!r}: {fault}.") from None
    if name == "auth_url" and ("?" in value or "#" in value):
        raise CommandError(f"{option} cannot be {value!r}: give it without what follows the ? or the #.")
