"""A circuit board as a file for KiCad 6 and later (format "kicad_pcb", version 20211014).

https://dev-docs.kicad.org/en/file-formats/sexpr-pcb/ tells the format. A maker of boards takes what
KiCad plots of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.paper.board import (
    HOLE,
    VIA,
    VIA_DRILL,
    Board,
    BoardPart,
    BoardPoint,
    Copper,
    Pad,
)

KICAD_FORMAT = 20211014
"""The version of the board format that is written: that of KiCad 6, which newer ones read."""
LAYERS = (
    *(
        (0, "F.Cu", "signal"),
        (31, "B.Cu", "signal"),
        (36, "B.SilkS", "user"),
        (37, "F.SilkS", "user"),
    ),
    *((38, "B.Mask", "user"), (39, "F.Mask", "user"), (44, "Edge.Cuts", "user")),
    *(
        (46, "B.CrtYd", "user"),
        (47, "F.CrtYd", "user"),
        (48, "B.Fab", "user"),
        (49, "F.Fab", "user"),
    ),
)
SILK = "F.SilkS"
SILK_WIDTH = 0.15
"""Millimetres of a line that is printed on the board."""


def to_kicad(board: Board, title: str) -> str:
    """Return the text of a file that KiCad opens, named ``title``."""
    nets = sorted({pad.net for part in board.parts for pad in part.pads} - {""})
    numbers = {"": 0, **{net: nth for nth, net in enumerate(nets, 1)}}
    lines = [
        f"(kicad_pcb (version {KICAD_FORMAT}) (generator tabletop-companion)",
        "  (general (thickness 1.6))",
        '  (paper "A4")',
        f"  (title_block (title {_quoted(title)}))",
        "  (layers",
        *(f'    ({nth} "{name}" {kind})' for nth, name, kind in LAYERS),
        "  )",
        "  (setup (pad_to_mask_clearance 0))",
        *(f"  (net {nth} {_quoted(net)})" for net, nth in numbers.items()),
    ]
    for part in board.parts:
        lines += _footprint(part, numbers)
    for nth, hole in enumerate(board.holes, 1):
        lines += _screw_hole(nth, hole)
    for text, at in board.titles:
        lines.append(f'  (gr_text {_quoted(text)} (at {_at(at)}) (layer "{SILK}") {_font(1.5)})')
    lines.append(
        f"  (gr_rect (start 0 0) (end {_at(board.size)})"
        ' (layer "Edge.Cuts") (width 0.1) (fill none))'
    )
    for track in board.tracks:
        lines.append(
            f"  (segment (start {_at(track.start)}) (end {_at(track.end)})"
            f' (width {track.width:g}) (layer "{track.layer.value}") (net {numbers[track.net]}))'
        )
    for via in board.vias:
        lines.append(
            f"  (via (at {_at(via.at)}) (size {VIA:g}) (drill {VIA_DRILL:g})"
            f' (layers "{Copper.FRONT.value}" "{Copper.BACK.value}") (net {numbers[via.net]}))'
        )
    return "\n".join([*lines, ")", ""])


def _footprint(part: BoardPart, numbers: dict[str, int]) -> Iterator[str]:
    """Yield a part; its origin is its first leg, and everything in it is told from there."""
    origin = part.pads[0].at
    (left, top), (right, bottom) = (_from(origin, corner) for corner in part.outline)
    label = _from(origin, part.label_at)
    yield f'  (footprint "companion:{part.reference}" (layer "F.Cu") (at {_at(origin)})'
    yield "    (attr through_hole)"
    yield (f'    (fp_text reference "{part.reference}" (at 0 0) (layer "F.Fab") {_font(0.8)})')
    yield f'    (fp_text value {_quoted(part.kind)} (at 0 1) (layer "F.Fab") {_font(0.8)})'
    if part.label:
        yield (
            f"    (fp_text user {_quoted(part.label)} (at {_at(label)})"
            f' (layer "{SILK}") {_font(1.2)})'
        )
    if part.round:
        yield (
            f"    (fp_circle (center {left:.4f} {top:.4f}) (end {right:.4f} {bottom:.4f})"
            f' (layer "{SILK}") (width {SILK_WIDTH}) (fill none))'
        )
    else:
        yield (
            f"    (fp_rect (start {left:.4f} {top:.4f}) (end {right:.4f} {bottom:.4f})"
            f' (layer "{SILK}") (width {SILK_WIDTH}) (fill none))'
        )
    for pad in part.pads:
        yield f"    {_pad(pad, origin, numbers)}"
    yield "  )"


def _pad(pad: Pad, origin: BoardPoint, numbers: dict[str, int]) -> str:
    shape = "rect" if pad.square else "circle"
    net = f" (net {numbers[pad.net]} {_quoted(pad.net)})" if pad.net else ""
    return (
        f'(pad "{pad.name}" thru_hole {shape} (at {_at(_from(origin, pad.at))})'
        f" (size {pad.size:g} {pad.size:g}) (drill {pad.drill:g}) (layers *.Cu *.Mask){net})"
    )


def _screw_hole(nth: int, at: BoardPoint) -> Iterator[str]:
    yield f'  (footprint "companion:hole" (layer "F.Cu") (at {_at(at)})'
    yield "    (attr exclude_from_pos_files exclude_from_bom)"
    yield f'    (fp_text reference "H{nth}" (at 0 0) (layer "F.Fab") {_font(0.8)})'
    yield f'    (fp_text value "M3" (at 0 1) (layer "F.Fab") {_font(0.8)})'
    yield (
        f'    (pad "" np_thru_hole circle (at 0 0) (size {HOLE:g} {HOLE:g}) (drill {HOLE:g})'
        " (layers *.Cu *.Mask))"
    )
    yield "  )"


def _from(origin: BoardPoint, spot: BoardPoint) -> BoardPoint:
    return spot[0] - origin[0], spot[1] - origin[1]


def _at(spot: BoardPoint) -> str:
    return f"{spot[0]:.4f} {spot[1]:.4f}"


def _font(size: float) -> str:
    return f"(effects (font (size {size:g} {size:g}) (thickness {SILK_WIDTH:g})))"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
