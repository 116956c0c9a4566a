/**
 * Classes of seconds: each second up to 63 is one of its own, and from there on each doubling is divided into 32, so that the middle of a
 * class is within 2 % of any second in it.
 */
const PARTS = 32;
const EXACT = 2 * PARTS;

export function classOf(seconds: number): number {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < EXACT) return whole;
  const doublings = Math.floor(Math.log2(whole)) - Math.log2(PARTS);
  return PARTS * doublings + Math.floor(whole / 2 ** doublings);
}

/** The middle of a class, in whole seconds. */
export function secondsOf(bucket: number): number {
  if (bucket < EXACT) return bucket;
  const doublings = Math.floor(bucket / PARTS) - 1;
  return (bucket - PARTS * doublings) * 2 ** doublings + 2 ** doublings / 2;
}

/** The middle one, or the earlier of two; null of none. */
export function median(counts: ReadonlyMap<number, bigint>): number | null {
  let all = 0n;
  for (const count of counts.values()) all += count;
  let passed = 0n;
  for (const [bucket, count] of [...counts].toSorted(([one], [other]) => one - other)) {
    passed += count;
    if (2n * passed >= all) return secondsOf(bucket);
  }
  return null;
}
