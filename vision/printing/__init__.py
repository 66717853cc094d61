"""What people print: mats, racks, cards and the control sheet, drawn in millimetres."""
