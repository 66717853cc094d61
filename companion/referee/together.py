"""Cards that came to lie on the table between two looks, where no rack tells who laid which.

The eyes number what they find in one picture in any order. A rack that has lost the card says whose
turn it was; where people hold their cards only they can say which was laid first.
"""

from __future__ import annotations

from dataclasses import replace

from companion.referee.findings import MOST_OPTIONS, Differs, Finding, Unclear
from companion.referee.reasons import Cause, Reason
from companion.referee.scene import DECIDED_LATER, Explanation, Scene


def came_together(scene: Scene) -> Explanation | None:
    """Another card came with it, and no rack is in view: people are asked which was laid first.

    One that nobody could read is asked about before: with its name there is something to choose
    from. What cannot be chosen by its face, or nobody can name, makes table and record differ: to
    take them as they are numbered would skip turns, or give them to other seats.
    """
    if scene.reading.racks or scene.memory.racks.seen:
        return None
    news = scene.memory.mat.news(scene.reading)
    came = [(spot, laid) for spot, laid in news if laid.t == scene.laid.t]
    faces = [scene.memory.answers.get(laid.serial, scene.memory.named(laid)) for _, laid in came]
    alike = None not in faces and len({*zip((spot for spot, _ in came), faces, strict=True)}) == 1
    if len(came) < 2 or alike:
        return None
    told = scene.memory.first & {laid.serial for _, laid in came}
    if told:
        return None if scene.laid.serial in told else Explanation(None, scene.memory)
    given_up = scene.memory.given_up
    for (spot, laid), face in zip(came, faces, strict=True):
        if face is None and laid.serial not in given_up:
            unread = replace(scene, spot=spot, laid=laid)
            return scene.says(unread.ask_first(laid.candidates))
    labels = tuple(face.label for face in faces if face is not None)
    serials = tuple(laid.serial for _, laid in came)
    if len(labels) == len({*labels}) == len(came) <= MOST_OPTIONS and min(serials) not in given_up:
        asked = Unclear(min(serials), scene.spot, labels, first_of=serials, seat=scene.seat)
        return scene.says(_in_time(scene, asked))
    differs = Differs(Reason(Cause.CAME_TOGETHER, seat=scene.seat), scene.seat)
    return scene.says(_in_time(scene, differs))


def _in_time(scene: Scene, finding: Finding) -> Finding:
    """Return ``finding`` once there was time to see what becomes of the card."""
    return DECIDED_LATER if scene.waits else finding
