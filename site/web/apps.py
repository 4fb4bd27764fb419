from importlib.util import find_spec
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import Warning, register


class WebConfig(AppConfig):
    name = "web"

    def ready(self) -> None:
        register(check_extras)


def check_extras(app_configs: Any, **kwargs: Any) -> list[Warning]:
    """Whether a host has asked for what it has not installed."""
    if not settings.LTI_PRIVATE_KEY or find_spec("lti_tool"):
        return []
    says = "LTI_PRIVATE_KEY is given, but LTI stays off without django-lti; install requirements-lti.txt"
    return [Warning(says, id="web.W001")]
