/** As many pages as are all shown. */
const ALL_SHOWN = 7;
/** How many pages are shown to each side of the one that one is on. */
const BESIDE = 2;

/** The pages that a list's pager shows: the first, the last, those around `page`, and a leap `back` or `on` where some are left out. */
export function pagesShown(page: number, last: number): (number | 'back' | 'on')[] {
  const [from, to] =
    last <= ALL_SHOWN
      ? [1, last]
      : [Math.max(1, Math.min(page - BESIDE, last - 2 * BESIDE)), Math.min(last, Math.max(page + BESIDE, 1 + 2 * BESIDE))];
  const around = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const before = from === 1 ? [] : from === 2 ? [1] : [1, 'back' as const];
  const after = to === last ? [] : to === last - 1 ? [last] : ['on' as const, last];
  return [...before, ...around, ...after];
}
