// How points are written.

/** A number with a real minus sign, which is as wide as a plus and never breaks away. */
export const minus = (number) => String(number).replace("-", "\u2212");
