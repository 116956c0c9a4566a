/** How many steps a chart's scale has at most. */
const MOST_STEPS = 4;
/** The steps that people count in, times a power of ten. */
const ROUND_STEPS = [1, 2, 2.5, 5, 10];
/** A bar as high as the chart would end at its edge. */
const ROOM_ABOVE = 1.08;

export interface ChartScale {
  /** What the whole height stands for. */
  readonly top: number;
  /** The amounts that have a line, from zero upwards. */
  readonly lines: readonly number[];
}

/** The scale of a chart whose highest bar is `highest`: a few round amounts. */
export function chartScale(highest: number): ChartScale {
  if (!(highest > 0)) return { top: 1, lines: [0, 1] };
  const top = highest * ROOM_ABOVE;
  const power = 10 ** Math.floor(Math.log10(top / MOST_STEPS));
  const step = power * (ROUND_STEPS.find((round) => round * power * MOST_STEPS >= top) ?? 10);
  return { top, lines: Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step) };
}
