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
export function chipOf({ width, height, data }: Picture, { a, b, x0, y0 }: Placing, size: number): Float32Array {
  const chip = new Float32Array(size * size * 3);
  // A chip that is smaller than what it shows takes the mean of several points for each of its own.
  const steps = Math.min(4, Math.max(1, Math.round(Math.hypot(a, b))));
  const share = 1 / (steps * steps);
  const line = width * 3;
  let at = 0;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let down = 0; down < steps; down += 1) {
        const cy = row + down / steps;
        for (let along = 0; along < steps; along += 1) {
          const cx = column + along / steps;
          const x = a * cx - b * cy + x0;
          const y = b * cx + a * cy + y0;
          const left = Math.floor(x);
          const top = Math.floor(y);
          if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) continue;
          // What each of the four pixels around the point counts.
          const fx = x - left;
          const fy = y - top;
          const w00 = (1 - fx) * (1 - fy);
          const w10 = fx * (1 - fy);
          const w01 = (1 - fx) * fy;
          const w11 = fx * fy;
          const from = top * line + left * 3;
          const below = from + line;
          red += byte(data, from) * w00 + byte(data, from + 3) * w10 + byte(data, below) * w01 + byte(data, below + 3) * w11;
          green += byte(data, from + 1) * w00 + byte(data, from + 4) * w10 + byte(data, below + 1) * w01 + byte(data, below + 4) * w11;
          blue += byte(data, from + 2) * w00 + byte(data, from + 5) * w10 + byte(data, below + 2) * w01 + byte(data, below + 5) * w11;
        }
      }
      chip[at] = red * share;
      chip[at + 1] = green * share;
      chip[at + 2] = blue * share;
      at += 3;
    }
  }
  return chip;
}

function byte(data: Uint8Array, at: number): number {
  return data[at] as number;
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
