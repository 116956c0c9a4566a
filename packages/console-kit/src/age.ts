const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago something was, in words: "3 hours ago". Where both times are the server's, a wrong clock here does not matter. */
export function ageText(time: string, now: string, tag: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(now) - Date.parse(time)) / 1000));
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? (['second', 1] as const);
  return new Intl.RelativeTimeFormat(tag, { numeric: 'always' }).format(-Math.floor(seconds / length), unit);
}
