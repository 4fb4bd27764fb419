from django.apps import AppConfig


class DemosConfig(AppConfig):
    name = "demos"

    def ready(self) -> None:
        from demos import checks  # noqa: F401  (registers them)
