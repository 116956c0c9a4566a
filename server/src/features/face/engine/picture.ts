import type { Point } from './messages.ts';

/** A decoded picture: three bytes for each pixel. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Turns, enlarges and moves: a point (x, y) of a chip is (a x - b y + x0, b x + a y + y0) of the picture. */
export interface Placing {
  readonly a: number;
  readonly b: number;
  readonly x0: number;
  readonly y0: number;
}

export function placed({ a, b, x0, y0 }: Placing, [x, y]: Point): Point {
  return [a * x - b * y + x0, b * x + a * y + y0];
}

/** The placing of a square chip of `size` pixels around a centre, of this edge in the picture, turned by an angle. */
export function squareAt([cx, cy]: Point, edge: number, angle: number, size: number): Placing {
  const scale = edge / size;
  const [a, b] = [scale * Math.cos(angle), scale * Math.sin(angle)];
  const half = size / 2;
  return { a, b, x0: cx - a * half + b * half, y0: cy - b * half - a * half };
}

/** The placing that brings points of a chip as near as one can to points of the picture. */
export function fittedPlacing(chip: readonly Point[], picture: readonly Point[]): Placing {
  const count = chip.length;
  const mean = (points: readonly Point[]): Point => [
    points.reduce((sum, [x]) => sum + x, 0) / count,
    points.reduce((sum, [, y]) => sum + y, 0) / count,
  ];
  const [mx, my] = mean(chip);
  const [nx, ny] = mean(picture);
  let [dot, cross, norm] = [0, 0, 0];
  chip.forEach(([px, py], index) => {
    const [qx, qy] = picture[index] ?? [nx, ny];
    const [ux, uy, vx, vy] = [px - mx, py - my, qx - nx, qy - ny];
    dot += ux * vx + uy * vy;
    cross += ux * vy - uy * vx;
    norm += ux * ux + uy * uy;
  });
  const [a, b] = [dot / norm, cross / norm];
  return { a, b, x0: nx - a * mx + b * my, y0: ny - b * mx - a * my };
}

/** A square chip of a picture, in colours from 0 to 255; what lies outside of the picture is black. */
export function chipOf({ width, height, data }: Picture, placing: Placing, size: number): Float32Array {
  const chip = new Float32Array(size * size * 3);
  const { a, b, x0, y0 } = placing;
  // A chip that is smaller than what it shows takes the mean of several points for each of its own.
  const steps = Math.min(4, Math.max(1, Math.round(Math.hypot(a, b))));
  const share = 1 / (steps * steps);
  let at = 0;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      for (let part = 0; part < steps * steps; part += 1) {
        const cx = column + (part % steps) / steps;
        const cy = row + Math.floor(part / steps) / steps;
        const x = a * cx - b * cy + x0;
        const y = b * cx + a * cy + y0;
        const [left, top] = [Math.floor(x), Math.floor(y)];
        if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) continue;
        const [fx, fy] = [x - left, y - top];
        const from = (top * width + left) * 3;
        const below = from + width * 3;
        for (let channel = 0; channel < 3; channel += 1) {
          const upper = (data[from + channel] ?? 0) * (1 - fx) + (data[from + 3 + channel] ?? 0) * fx;
          const lower = (data[below + channel] ?? 0) * (1 - fx) + (data[below + 3 + channel] ?? 0) * fx;
          chip[at + channel] = (chip[at + channel] ?? 0) + (upper * (1 - fy) + lower * fy) * share;
        }
      }
      at += 3;
    }
  }
  return chip;
}

/** How bright a chip is, and how much its neighbouring pixels differ: the mean and the variance of the Laplacian over its middle. */
export function lightOf(chip: Float32Array, size: number): { readonly luma: number; readonly sharpness: number } {
  const grey = new Float32Array(size * size);
  for (let at = 0; at < grey.length; at += 1) {
    grey[at] = 0.299 * (chip[at * 3] ?? 0) + 0.587 * (chip[at * 3 + 1] ?? 0) + 0.114 * (chip[at * 3 + 2] ?? 0);
  }
  const [from, to] = [Math.round(size * 0.2), Math.round(size * 0.8)];
  let [light, sum, squares, count] = [0, 0, 0, 0];
  const pixel = (row: number, column: number): number => grey[row * size + column] ?? 0;
  for (let row = from; row < to; row += 1) {
    for (let column = from; column < to; column += 1) {
      const here = pixel(row, column);
      const around = pixel(row - 1, column) + pixel(row + 1, column) + pixel(row, column - 1) + pixel(row, column + 1);
      const edge = around - 4 * here;
      light += here;
      sum += edge;
      squares += edge * edge;
      count += 1;
    }
  }
  return { luma: light / count, sharpness: squares / count - (sum / count) ** 2 };
}
