"""Our pair of keys: the private one comes from the environment, the public one is what platforms fetch."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from pylti1p3.registration import Registration

LEAST_BITS = 2048


def key_pair() -> tuple[str, str]:
    """The private and the public key as PEM. Raises ``ImproperlyConfigured`` if the host has given something else."""
    return _read(settings.LTI_PRIVATE_KEY)


@lru_cache(maxsize=4)
def _read(pem: str) -> tuple[str, str]:
    try:
        key = load_pem_private_key(pem.encode(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, RSAPrivateKey) or key.key_size < LEAST_BITS:
        raise ImproperlyConfigured(
            "LTI_PRIVATE_KEY is not an RSA private key of 2048 bits or more, as PEM and without a password; "
            "make one with: openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048"
        )
    return pem, key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def key_set() -> dict[str, Any]:
    """What /lti/jwks.json says: the public key, by which platforms know our signature."""
    return {"keys": [Registration.get_jwk(key_pair()[1])]}
