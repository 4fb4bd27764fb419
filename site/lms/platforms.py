"""The platforms that know us, as ``manage.py lti_platform`` has registered them in django-lti's tables."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from lti_tool.models import LtiDeployment, LtiRegistration
from lti_tool.utils import DjangoToolConfig
from pylti1p3.deployment import Deployment
from pylti1p3.registration import Registration

from lms.keys import key_pair
from lms.refusals import FORBIDDEN, Refused


class Platforms(DjangoToolConfig):
    """django-lti's registrations, stricter: its own would let any deployment in, and look for our key in the database.

    An issuer and a client id together name a registration; a login may leave the client id out where there is but one.
    """

    def find_registration_by_params(self, iss: str, client_id: str | None, *args: Any, **kwargs: Any) -> Registration:
        known = LtiRegistration.objects.active().filter(issuer=iss)
        found = list((known.filter(client_id=client_id) if client_id else known)[:2])
        if len(found) != 1:
            says = _(
                "The platform %(issuer)s with the client id %(client)s is not registered here; whoever runs this site "
                "registers it with manage.py lti_platform add."
            )
            raise Refused(FORBIDDEN, says % {"issuer": iss[:200], "client": (client_id or _("(none)"))[:200]})
        self.registration = found[0]
        self.registration.private_key, self.registration.public_key = key_pair()  # in memory only
        return self.registration.to_registration()

    def find_deployment_by_params(
        self, iss: str, deployment_id: str, client_id: str, *args: Any, **kwargs: Any
    ) -> Deployment:
        known = LtiDeployment.objects.active()
        self.deployment = known.filter(registration=self.registration, deployment_id=deployment_id).first()
        if self.deployment is None:
            says = _(
                "The deployment %(deployment)s of this platform is not registered here; whoever runs this site adds it "
                "with manage.py lti_platform add --deployment."
            )
            raise Refused(FORBIDDEN, says % {"deployment": deployment_id[:200]})
        return Deployment().set_deployment_id(deployment_id)
