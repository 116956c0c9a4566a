export interface QrGeometry {
  readonly size: number;
  readonly margin: number;
  readonly dotScale: number;
}

/** One SVG path with a square for every dark cell. */
export function qrPath(cells: readonly (readonly boolean[])[], { size, margin, dotScale }: QrGeometry): string {
  if (!(dotScale > 0 && dotScale <= 1)) throw new RangeError(`dotScale ${dotScale} is not above 0 and at most 1`);
  const inner = size - 2 * margin;
  if (inner <= 0) throw new RangeError(`margin ${margin} leaves no room in ${size}`);
  const cell = inner / cells.length;
  const dot = cell * dotScale;
  const inset = (cell - dot) / 2;
  let path = '';
  cells.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark)
        path += `M${round(margin + x * cell + inset)} ${round(margin + y * cell + inset)}h${round(dot)}v${round(dot)}h${round(-dot)}z`;
    });
  });
  return path;
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
