"""Where the table is: mat and racks in millimetres, their tags in a frame, the light on them.

Start with `vision.table.layout`, what is printed where, and `vision.table.registration.register`,
which finds it in a frame.
"""
