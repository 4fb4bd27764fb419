from django.apps import AppConfig


class LmsConfig(AppConfig):
    name = "lms"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from lms.keys import key_pair

        key_pair()  # a key that cannot sign is told of when the site starts, not when a lesson does
