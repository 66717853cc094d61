"""What a doctor finds at the broker: whether it is there, and lets the table in."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from companion.health import CheckResult, Health
from companion.language.names import ENGLISH
from companion.language.people import COUNTED
from companion.language.phrases import said_by
from companion.mqtt.access import INSTALL, MqttError, access, is_installed
from companion.settings.broker import MqttSettings


def broker_findings(
    settings: MqttSettings, language: NullTranslations = ENGLISH
) -> Sequence[CheckResult]:
    """Return what a doctor says of the broker: whether it is there and lets the table in.

    Who the table is there is left out: findings go to those who help.
    """
    _ = language.gettext
    if settings.broker is None:
        says = _("none is set: nobody is told of the table")
        return [CheckResult("broker", Health.UNKNOWN, says)]
    if not is_installed():
        says = _("paho-mqtt is not installed")
        return [CheckResult("broker", Health.WRONG, says, INSTALL)]
    from companion.mqtt.visit import Visit  # only here: it needs paho-mqtt

    try:
        way = access(settings)
        assert way is not None
        with Visit(way):
            pass
    except MqttError as error:
        mend = _("see docs/home-assistant.md; the settings are mqtt.*")
        return [CheckResult("broker", Health.WRONG, COUNTED.told(said_by(error), language), mend)]
    says = _("{broker} lets us in, with TLS") if way.tls else _("{broker} lets us in, without TLS")
    return [CheckResult("broker", Health.OK, says.format(broker=way))]
