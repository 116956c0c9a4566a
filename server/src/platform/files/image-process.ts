import { decode as decodeBmp } from 'bmp-ts';
import decodeBitmapOfIcon from 'decode-bmp';
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { ImageAnswer, ImageProblem, ImageRequest } from './image-messages.ts';
import { mediaTypeOf } from './media-type.ts';

/**
 * A process that decodes pictures and does nothing else: it knows no key and no database, so that a picture made to break the decoder
 * breaks nothing but this. It is asked one picture at a time, and killed when it takes too long.
 */

const LONGEST_S = 10;
const JPEG_QUALITY = 85;
const WEBP_QUALITY = 85;
const ICON_HEADER_BYTES = 6;
const ICON_ENTRY_BYTES = 16;

// libvips reads dozens of formats; only these four are of use here.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'] });
sharp.cache(false);
sharp.concurrency(1);

process.on('message', (request: ImageRequest) => {
  void answerOf(request).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
// Ctrl-C in a terminal reaches this process as well; it ends when its parent does.
process.on('SIGINT', () => {});

async function answerOf(request: ImageRequest): Promise<ImageAnswer> {
  try {
    const sent = Buffer.from(request.bytes.buffer, request.bytes.byteOffset, request.bytes.byteLength);
    if (request.type === 'image/bmp') return await answerOfBitmap(bitmapSize(sent, 18), () => decodeBmp(sent, { toRGBA: true }), request);
    const icon = request.type === 'image/x-icon' ? largestOf(sent) : undefined;
    if (icon && mediaTypeOf(icon.bytes) !== 'image/png') {
      const { width, height } = bitmapSize(icon.bytes, 4);
      // Below the picture stands a mask of the same height.
      return await answerOfBitmap({ width, height: height / 2 }, () => decodeBitmapOfIcon(icon.bytes, { ...icon, icon: true }), request);
    }
    const bytes = icon ? icon.bytes : sent;
    // The header alone: nothing of the size that it claims is reserved.
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
    const problem = problemOf(metadata, bytes, icon ? { ...request, type: 'image/png' } : request);
    if (problem) return { problem };
    return { bytes: await rewritten(sharp(bytes, { limitInputPixels: request.mostPixels, failOn: 'error' }), request) };
  } catch {
    return { problem: 'unreadable' };
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The largest of the pictures that an icon consists of: a PNG, or a bitmap without the header of a file. Throws where there is none. */
function largestOf(icon: Buffer): Size & { readonly bytes: Buffer } {
  const entries = Array.from({ length: icon.readUInt16LE(4) }, (_, place) => {
    const at = ICON_HEADER_BYTES + place * ICON_ENTRY_BYTES;
    const offset = icon.readUInt32LE(at + 12);
    // A byte holds 256 as 0.
    const [width, height] = [icon.readUInt8(at) || 256, icon.readUInt8(at + 1) || 256];
    return { width, height, bytes: icon.subarray(offset, offset + icon.readUInt32LE(at + 8)) };
  });
  const [largest] = entries.toSorted(
    (one, other) => other.width * other.height - one.width * one.height || other.bytes.length - one.bytes.length,
  );
  if (!largest) throw new Error('an icon without a picture');
  return largest;
}

/** The size that a bitmap's header claims; its rows may stand from the top, with a height below zero. */
function bitmapSize(bytes: Buffer, at: number): Size {
  return { width: bytes.readInt32LE(at), height: Math.abs(bytes.readInt32LE(at + 4)) };
}

/** Decodes a bitmap whose claimed size is in order, which libvips cannot, and writes it anew. */
async function answerOfBitmap(
  claimed: Size,
  decode: () => Size & { readonly data: Uint8Array | Uint8ClampedArray },
  request: ImageRequest,
): Promise<ImageAnswer> {
  const problem = problemOfSize(claimed, request);
  if (problem) return { problem };
  const { width, height, data } = decode();
  const picture = sharp(data, { raw: { width, height, channels: 4 } });
  // Of most bitmaps the fourth byte of a pixel says nothing, and stands at invisible.
  return { bytes: await rewritten(request.type === 'image/bmp' ? picture.removeAlpha() : picture, request) };
}

function problemOf(metadata: Metadata, bytes: Buffer, request: ImageRequest): ImageProblem | undefined {
  const { type } = request;
  const { pages = 1, format } = metadata;
  if (`image/${format}` !== type) return 'unreadable';
  if (pages > 1 || (type === 'image/png' && isAnimatedPng(bytes))) return 'animated';
  return problemOfSize(metadata, request);
}

function problemOfSize({ width, height }: Size, { shortestEdge, mostPixels }: ImageRequest): 'too_small' | 'too_large' | undefined {
  if (width < shortestEdge || height < shortestEdge) return 'too_small';
  if (width * height > mostPixels) return 'too_large';
  return undefined;
}

/** Pixels only: turned upright, in sRGB, without what the original said beside them. */
function rewritten(decoded: Sharp, { type, longestEdge }: ImageRequest): Promise<Buffer> {
  const picture = decoded
    .autoOrient()
    .resize({ width: longestEdge, height: longestEdge, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: LONGEST_S });
  return encoded(picture, type).toBuffer();
}

function encoded(picture: Sharp, type: ImageRequest['type']): Sharp {
  switch (type) {
    case 'image/jpeg':
      return picture.jpeg({ quality: JPEG_QUALITY });
    case 'image/png':
    case 'image/gif':
    case 'image/bmp':
    case 'image/x-icon':
      return picture.png({ compressionLevel: 8 });
    case 'image/webp':
      return picture.webp({ quality: WEBP_QUALITY });
  }
}

/** An animated PNG has the chunk acTL before its first pixels. */
function isAnimatedPng(bytes: Buffer): boolean {
  let at = 8;
  while (at + 8 <= bytes.length) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
    at += 12 + bytes.readUInt32BE(at);
  }
  return false;
}
