import type { QrShape } from '@purser/contract/qr-shape';
import { encode } from 'uqr';

export interface QrOptions {
  /** Width and height of the whole picture in pixels. */
  readonly size?: number;
  /** Quiet zone on each side, in the same pixels. */
  readonly margin?: number;
  /** Share of the width that is kept free in the middle for a mark. */
  readonly logoScale?: number;
  /** How much of its cell a dot fills: above 0, up to 1. */
  readonly dotScale?: number;
}

const DEFAULTS = { size: 400, margin: 20, logoScale: 0.2, dotScale: 1 } as const;

/**
 * The dark dots of a code in rows, with the place of the mark cleared. Error correction H survives 30 % loss; the
 * mark takes at most a sixteenth of the area.
 */
export function qrCells(text: string, options: QrOptions = {}): { dark: boolean[][]; shape: Omit<QrShape, 'path'>; dotScale: number } {
  const { size, margin, logoScale, dotScale } = { ...DEFAULTS, ...options };
  if (!(dotScale > 0 && dotScale <= 1)) throw new RangeError(`dot scale ${dotScale} is not above 0 and up to 1`);
  if (!(logoScale >= 0 && logoScale <= 0.25)) throw new RangeError(`logo scale ${logoScale} would hide too much of the code`);
  const code = encode(text, { ecc: 'H', border: 0 });
  const cell = (size - 2 * margin) / code.size;
  const logo = { size: (size - 2 * margin) * logoScale, at: (size - (size - 2 * margin) * logoScale) / 2 };
  const covered = (index: number) => logo.size > 0 && margin + (index + 1) * cell > logo.at && margin + index * cell < logo.at + logo.size;
  const dark = code.data.map((row, y) => row.map((dot, x) => dot && !(covered(x) && covered(y))));
  return { dark, shape: { size, margin, cell, logo }, dotScale };
}

/** The code as one path; neighbouring dots of a row are joined when dots fill their cells, which keeps it short. */
export function qrShape(text: string, options: QrOptions = {}): QrShape {
  const { dark, shape, dotScale } = qrCells(text, options);
  const inset = Math.round((1 - dotScale) * 500) / 1000;
  const height = 1 - 2 * inset;
  const joins = dotScale === 1;
  let path = '';
  dark.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const run = joins ? runAt(row, x) : 1;
      const width = run - 2 * inset;
      path += `M${x + inset} ${y + inset}h${width}v${height}h-${width}z`;
      x += run - 1;
    }
  });
  return { ...shape, path };
}

/** How many dark dots follow each other from a place on. */
function runAt(row: readonly boolean[], start: number): number {
  const end = row.indexOf(false, start);
  return (end === -1 ? row.length : end) - start;
}
