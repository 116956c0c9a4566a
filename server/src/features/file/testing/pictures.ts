import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A photograph of noise, which does not compress: about as long as a real one of its size. */
export async function photo(
  wishes: { width?: number; height?: number; type?: 'jpeg' | 'png' | 'webp'; quality?: number; orientation?: number } = {},
): Promise<Buffer> {
  const { width = 320, height = 240, type = 'jpeg', quality = 80, orientation } = wishes;
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const picture = sharp({ create: { width, height, channels: 3, background: '#888', noise } });
  if (orientation !== undefined) picture.withMetadata({ orientation });
  return picture.toFormat(type, { quality }).toBuffer();
}

/** A plain picture, which compresses to nearly nothing, however large it is. */
export async function plain(width: number, height: number, type: 'jpeg' | 'png' | 'webp' = 'png'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#08f' }, limitInputPixels: false })
    .toFormat(type)
    .toBuffer();
}

/** A PNG whose header claims any size and whose pixels are not there. */
export function claimedPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(64))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The picture with a chunk of another kind behind its header. */
export function withPngChunk(png: Buffer, name: string, content: Buffer): Buffer {
  const behindHeader = 8 + 25;
  return Buffer.concat([png.subarray(0, behindHeader), pngChunk(name, content), png.subarray(behindHeader)]);
}

function pngChunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const chunk = Buffer.alloc(12 + content.length);
  chunk.writeUInt32BE(content.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), 8 + content.length);
  return chunk;
}

export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
