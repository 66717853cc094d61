"""The table in play: what a frame shows at each place, what stays there and what changes.

Start with `vision.live.reader.TableReader`, the stages in their order, or with
`vision.live.glance.Glance`, one picture by itself.
"""
