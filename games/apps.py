"""The one module here that Django reads: it makes ``games`` an installed app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
