import { crc32, deflateSync } from 'node:zlib';
import { qrCells } from './qr.ts';

/** How many picture dots each unit of the code's size gets: sharp when printed or scanned from another screen. */
const SCALE = 2;
const DARK = 0;
const LIGHT = 255;

/** The code as an 8-bit grey PNG, for saving to a phone's pictures. */
export function qrPng(text: string): Uint8Array {
  const { dark, shape } = qrCells(text, { logoScale: 0 });
  const { cell, margin, size } = shape;
  const width = size * SCALE;
  const index = (pixel: number) => Math.floor((pixel / SCALE - margin) / cell);
  // Each line begins with its filter type: 0, none.
  const lines = Buffer.alloc(width * (width + 1), LIGHT);
  for (let y = 0; y < width; y += 1) {
    const start = y * (width + 1);
    lines[start] = 0;
    const row = dark[index(y)];
    if (!row) continue;
    for (let x = 0; x < width; x += 1) if (row[index(x)]) lines[start + 1 + x] = DARK;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
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
