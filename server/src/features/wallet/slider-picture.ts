import { crc32, deflateSync } from 'node:zlib';
import { SLIDER_PICTURE } from '@purser/contract/slider';

interface Drawn {
  /** The gap's left edge and its top, in units of the picture. */
  readonly left: number;
  readonly top: number;
  /** 32 bytes that the picture's pattern is made of: the same picture each time that it is asked for. */
  readonly seed: Buffer;
}

/** Dots for each unit, for screens with small dots. */
const SCALE = 2;
const WIDTH = SLIDER_PICTURE.width * SCALE;
const HEIGHT = SLIDER_PICTURE.height * SCALE;
const PIECE = SLIDER_PICTURE.piece * SCALE;
/** The piece stands beside the picture, in a column of its own. */
const WHOLE = WIDTH + PIECE;
const EDGE = 4;

/** Shades of the pattern, then the edge of the piece, then nothing: the palette of a PNG with 4 bits for a dot. */
const SHADES = 7;
const LIGHT = [0xd8e4ff, 0xb9ceff, 0x97b6ff, 0x7aa0fa, 0x5d88ef, 0x4472df, 0x2f5ecb];
const DARK = [0x5f6a85, 0x545f7a, 0x49546f, 0x3f4a65, 0x36415b, 0x2d3851, 0x253048];
const EDGE_SHADE = 2 * SHADES;
const NOTHING = EDGE_SHADE + 1;
const PALETTE = [...LIGHT, ...DARK, 0xffffff, 0x000000];

/** A challenge's picture as a PNG: a pattern with a darkened gap, and right of it a column with the piece at the gap's height. */
export function sliderPicture({ left, top, seed }: Drawn): Buffer {
  const shadeAt = pattern(seed);
  const [gapX, gapY] = [left * SCALE, top * SCALE];
  // Each line begins with its filter type: 0, none.
  const lineBytes = 1 + WHOLE / 2;
  const lines = Buffer.alloc(lineBytes * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    const line = y * lineBytes + 1;
    for (let x = 0; x < WHOLE; x += 1) {
      const isColumn = x >= WIDTH;
      const inside = depth(isColumn ? x - WIDTH : x - gapX, y - gapY);
      let shade = NOTHING;
      if (isColumn && inside > 0) shade = inside <= EDGE ? EDGE_SHADE : shadeAt(x - WIDTH + gapX, y);
      else if (!isColumn) shade = shadeAt(x, y) + (inside > 0 ? SHADES : 0);
      lines[line + (x >> 1)] = (lines[line + (x >> 1)] as number) | (x % 2 === 0 ? shade << 4 : shade);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WHOLE, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([4, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(PALETTE.flatMap((colour) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff]))),
    chunk('tRNS', Buffer.from(PALETTE.map((_colour, shade) => (shade === NOTHING ? 0 : 255)))),
    chunk('IDAT', deflateSync(lines, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** How deep within the piece a dot lies, in dots; 0 outside. The piece is a square with round corners and a knob on its top. */
function depth(x: number, y: number): number {
  if (x < 0 || x >= PIECE || y < -PIECE / 4 || y >= PIECE) return 0;
  const half = PIECE / 2;
  const round = 12;
  const outX = Math.max(Math.abs(x + 0.5 - half) - (half - round), 0);
  const outY = Math.max(Math.abs(y + 0.5 - half) - (half - round), 0);
  const inSquare = Math.min(round - Math.hypot(outX, outY), half - Math.abs(x + 0.5 - half), half - Math.abs(y + 0.5 - half));
  const inKnob = PIECE / 5 - Math.hypot(x + 0.5 - half, y);
  return Math.max(inSquare, inKnob, 0);
}

/** Bands of shades like the lines of height on a map: waves along four directions, each with its own length and beginning. */
function pattern(seed: Buffer): (x: number, y: number) => number {
  const at = (index: number): number => (seed[index] as number) / 256;
  const wave = (index: number, length: number): Float64Array => {
    const span = 40 + 90 * at(index);
    const began = at(index + 1) * 2 * Math.PI;
    return Float64Array.from({ length }, (_none, n) => Math.sin(began + (n * 2 * Math.PI) / span));
  };
  const across = wave(0, WHOLE);
  const down = wave(2, HEIGHT);
  const falling = wave(4, WHOLE + HEIGHT);
  const rising = wave(6, WHOLE + HEIGHT);
  return (x, y) => {
    const sum = (across[x] as number) + (down[y] as number) + (falling[x + y] as number) + (rising[x - y + HEIGHT] as number);
    return Math.min(SHADES - 1, Math.floor(((sum + 4) / 8) * SHADES * 1.5) % SHADES);
  };
}

/** A PNG chunk: length, type, data, CRC of type and data (PNG specification, section 5.3). */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
