import { SLIDER_TRAVEL } from '@purser/contract/slider';

/** `false`: what it tells cannot have been. `none`: nothing that looks like a hand. */
export type Likeness = 'hand' | 'none' | 'false';

interface Moved {
  readonly position: number;
  readonly track?: string | undefined;
}

/** A hand or a held key leaves more points than this, and takes longer. */
const FEWEST_POINTS = 6;
const SHORTEST_MS = 150;
/** Clocks of browsers are coarse. */
const CLOCK_LEEWAY_MS = 2000;

/**
 * What the way of the piece looks like. A robot can make up a likely one: it costs more than naming a place, and the counters hold it all the
 * same.
 *
 * @param ageMs how long ago the challenge was made
 */
export function likenessOf({ position, track = '' }: Moved, ageMs: number): Likeness {
  const points = track === '' ? [] : track.split(' ').map((point) => point.split(':').map(Number) as [at: number, x: number]);
  const last = points.at(-1);
  if (!last) return 'none';
  const steps = points.slice(1).map(([at, x], index) => {
    const [before, from] = points[index] as [number, number];
    return { ms: at - before, moved: x - from };
  });
  const isPossible =
    last[1] === position &&
    last[0] - (points[0]?.[0] ?? 0) <= ageMs + CLOCK_LEEWAY_MS &&
    points.every(([, x]) => x <= SLIDER_TRAVEL) &&
    steps.every(({ ms }) => ms >= 0);
  if (!isPossible) return 'false';
  const isSlow = points.length >= FEWEST_POINTS && last[0] - (points[0]?.[0] ?? 0) >= SHORTEST_MS;
  const isSmooth = steps.every(({ moved }) => Math.abs(moved) <= SLIDER_TRAVEL / 3);
  const isEven = new Set(steps.map(({ ms, moved }) => `${ms}:${moved}`)).size === 1;
  return isSlow && isSmooth && !isEven ? 'hand' : 'none';
}
