import { inflateSync } from 'node:zlib';

/**
 * Reads a QR code back to its text as a scanner would (ISO/IEC 18004), short of mending errors: the codes under test are
 * whole. Versions 1 to 10 at the levels M and H.
 */
export type Modules = readonly (readonly boolean[])[];

const M = 0;
const H = 2;
const ERROR_WORDS: Readonly<Record<number, readonly number[]>> = {
  [M]: [10, 16, 26, 18, 24, 16, 18, 22, 22, 26],
  [H]: [17, 28, 22, 16, 22, 28, 26, 26, 24, 28],
};
const BLOCKS: Readonly<Record<number, readonly number[]>> = { [M]: [1, 1, 1, 2, 2, 4, 4, 4, 5, 5], [H]: [1, 1, 2, 4, 4, 4, 5, 6, 8, 8] };
/** Where alignment patterns stand, in rows and in columns. */
const ALIGNMENT: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];
const FORMAT_MASK = 0x5412;
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

export function readQr(modules: Modules): string {
  const version = (modules.length - 17) / 4;
  const { level, mask } = formatOf(modules);
  const words = wordsOf(modules, version, mask);
  const blocks = BLOCKS[level]?.[version - 1];
  const errorWords = ERROR_WORDS[level]?.[version - 1];
  if (blocks === undefined || errorWords === undefined) throw new Error(`QR code of version ${version}, level ${level}`);
  return textOf(dataOf(words, blocks, errorWords), version);
}

function formatOf(modules: Modules): { level: number; mask: number } {
  const at = (x: number, y: number) => (modules[y]?.[x] ? 1 : 0);
  let bits = 0;
  for (let bit = 14; bit >= 0; bit -= 1) {
    const place = bit < 6 ? at(8, bit) : bit < 8 ? at(8, bit + 1) : bit === 8 ? at(7, 8) : at(14 - bit, 8);
    bits = (bits << 1) | place;
  }
  const format = (bits ^ FORMAT_MASK) >> 10;
  return { level: format >> 3, mask: format & 7 };
}

/** Whether a module belongs to a pattern that carries no data. */
function isPattern(x: number, y: number, size: number, version: number): boolean {
  if ((x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8) || x === 6 || y === 6) return true;
  if (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11))) return true;
  const centres = ALIGNMENT[version - 1] ?? [];
  const isCorner = (a: number, b: number) => (a === 6 && (b === 6 || b === size - 7)) || (a === size - 7 && b === 6);
  return centres.some((a) => centres.some((b) => !isCorner(a, b) && Math.abs(x - a) <= 2 && Math.abs(y - b) <= 2));
}

function wordsOf(modules: Modules, version: number, mask: number): number[] {
  const size = modules.length;
  const bits: boolean[] = [];
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (!isPattern(x, y, size, version)) bits.push((modules[y]?.[x] ?? false) !== MASKS[mask]?.(x, y));
      }
    }
  }
  const word = (index: number) => bits.slice(index * 8, index * 8 + 8).reduce((value, bit) => value * 2 + Number(bit), 0);
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, index) => word(index));
}

/** The data words in order: the blocks' words come one of each in turn, the later blocks being one word longer. */
function dataOf(words: readonly number[], blocks: number, errorWords: number): number[] {
  const shortBlocks = blocks - (words.length % blocks);
  const shortData = Math.floor(words.length / blocks) - errorWords;
  const data: number[][] = Array.from({ length: blocks }, () => []);
  let next = 0;
  for (let row = 0; row <= shortData; row += 1) {
    for (const [index, block] of data.entries()) {
      if (row === shortData && index < shortBlocks) continue;
      block.push(words[next] ?? 0);
      next += 1;
    }
  }
  return data.flat();
}

function textOf(words: readonly number[], version: number): string {
  const bits = words.map((word) => word.toString(2).padStart(8, '0')).join('');
  let at = 0;
  const take = (count: number) => Number.parseInt(bits.slice(at, (at += count)), 2);
  let text = '';
  while (at + 4 <= bits.length) {
    const mode = take(4);
    if (mode === 0) break;
    if (mode === 4) {
      const count = take(version < 10 ? 8 : 16);
      text += Buffer.from(Array.from({ length: count }, () => take(8))).toString('utf8');
    } else if (mode === 2) {
      const count = take(version < 10 ? 9 : 11);
      for (let letter = 0; letter + 1 < count; letter += 2) {
        const pair = take(11);
        text += `${LETTERS[Math.floor(pair / 45)]}${LETTERS[pair % 45]}`;
      }
      if (count % 2 === 1) text += LETTERS[take(6)];
    } else throw new Error(`QR code in mode ${mode}`);
  }
  return text;
}

/** The modules of a code drawn as one SVG path of rectangles, each written "Mx yhw…", in the path's own units. */
export function modulesOfPath(path: string): boolean[][] {
  const dots = [...path.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)/g)].map(([, ...numbers]) => numbers.map(Number)) as [
    number,
    number,
    number,
    number,
  ][];
  const cell = Math.min(...dots.map(([, , , height]) => height));
  const left = Math.min(...dots.map(([x]) => x));
  const top = Math.min(...dots.map(([, y]) => y));
  const right = Math.max(...dots.map(([x, , width]) => x + width));
  const size = Math.round((right - left) / cell);
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [x, y, width] of dots) {
    const row = modules[Math.round((y - top) / cell)];
    const first = Math.round((x - left) / cell);
    row?.fill(true, first, first + Math.round(width / cell));
  }
  return modules;
}

/** The modules of a code in an 8-bit grey PNG without filters, as ours are. */
export function modulesOfPng(png: Buffer): boolean[][] {
  const width = png.readUInt32BE(16);
  const pieces: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') pieces.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const grey = inflateSync(Buffer.concat(pieces));
  const isDark = (x: number, y: number) => (grey[y * (width + 1) + 1 + x] ?? 255) < 128;
  // The finder pattern at the top left begins with seven dark modules.
  const margin = Array.from({ length: width }, (_, index) => index).find((index) => isDark(index, index)) ?? 0;
  let end = margin;
  while (isDark(end, margin)) end += 1;
  const size = Math.round((width - 2 * margin) / ((end - margin) / 7) / 4 - 0.25) * 4 + 1;
  const cell = (width - 2 * margin) / size;
  const middle = (index: number) => Math.floor(margin + (index + 0.5) * cell);
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (__, x) => isDark(middle(x), middle(y))));
}
