"""Without a key, or without django-lti, there is no LTI; a key in the environment turns it on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from django.apps import apps
from django.test import Client

ROOT = Path(__file__).resolve().parents[2]
PAIR = rsa.generate_private_key(public_exponent=65537, key_size=2048)
KEY = PAIR.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
PUBLIC = PAIR.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


@pytest.mark.parametrize("path", ["login/", "launch/", "jwks.json", "deep-link/"])
def test_without_a_key_there_is_nothing(client: Client, path: str) -> None:
    assert not apps.is_installed("lms")
    for response in (client.get(f"/lti/{path}"), client.post(f"/lti/{path}")):
        assert response.status_code == 404
        assert "No page of this site has that address." in response.content.decode()


ASK = """
import django; django.setup()
from django.test import Client
from django.conf import settings
from django.core.checks import run_checks
print(Client(headers={"host": "localhost"}).get("/lti/jwks.json").status_code, "lms" in settings.INSTALLED_APPS)
print([found.id for found in run_checks()])
"""
HIDE = """
import importlib.util as util
find = util.find_spec
util.find_spec = lambda name, *of: name != 'lti_tool' and find(name, *of)
"""


def asked(code: str, key: str, *command: str) -> subprocess.CompletedProcess[str]:
    """What a site of its own says, whose host gives ``key``."""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "site")])
    own = {"PYTHONPATH": paths, "DJANGO_SETTINGS_MODULE": "web.settings", "LTI_PRIVATE_KEY": key, "DEBUG": "1"}
    run = [sys.executable, *(command or ("-c", code))]
    return subprocess.run(run, cwd=ROOT, env={**os.environ, **own}, capture_output=True, text=True, check=False)


def test_key_in_the_environment_turns_it_on_if_django_lti_is_there() -> None:
    one_line = KEY.replace("\n", "\\n")  # as files of variables want it
    assert asked(ASK, one_line).stdout.splitlines() == ["200 True", "[]"]
    assert asked(HIDE + ASK, KEY).stdout.splitlines() == ["404 False", "['web.W001']"]
    assert asked(ASK, "").stdout.splitlines() == ["404 False", "[]"]


def test_key_that_cannot_sign_is_told_of_at_the_start() -> None:
    for key in ("nonsense", PUBLIC):
        answer = asked(ASK, key)
        assert answer.returncode != 0
        assert "LTI_PRIVATE_KEY is not an RSA private key of 2048 bits or more" in answer.stderr


def test_models_and_migrations_agree() -> None:
    answer = asked("", KEY, "manage.py", "makemigrations", "--check", "--dry-run")
    assert "No changes detected" in answer.stdout, answer.stderr
