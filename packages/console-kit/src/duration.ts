/** How long something takes, in the two largest units that say enough: "45 sec", "1 min, 32 sec", "2 hr, 5 min". */
export function durationText(seconds: number, tag: string): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60), whole % 60];
  const parts = [
    [hours, 'hour'],
    [minutes, 'minute'],
    [rest, 'second'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  const told = first < 0 ? parts.slice(-1) : parts.slice(first, first + 2).filter(([count], index) => index === 0 || count > 0);
  const texts = told.map(([count, unit]) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }).format(count));
  return new Intl.ListFormat(tag, { type: 'unit', style: 'short' }).format(texts);
}
