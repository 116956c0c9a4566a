import sharp, { type Metadata, type Sharp } from 'sharp';
import type { ImageAnswer, ImageRequest } from './image-messages.ts';

/**
 * A process that decodes pictures and does nothing else: it knows no key and no database, so that a picture made to break the decoder
 * breaks nothing but this. It is asked one picture at a time, and killed when it takes too long.
 */

const LONGEST_S = 10;
const JPEG_QUALITY = 85;
const WEBP_QUALITY = 85;

// libvips reads dozens of formats; only these three are of use here.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
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
    const bytes = Buffer.from(request.bytes.buffer, request.bytes.byteOffset, request.bytes.byteLength);
    // The header alone: nothing of the size that it claims is reserved.
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
    const problem = problemOf(metadata, bytes, request);
    if (problem) return { problem };
    return { bytes: await rewritten(bytes, request) };
  } catch {
    return { problem: 'unreadable' };
  }
}

function problemOf(
  metadata: Metadata,
  bytes: Buffer,
  { type, shortestEdge, mostPixels }: ImageRequest,
): 'unreadable' | 'animated' | 'too_small' | 'too_large' | undefined {
  const { width, height, pages = 1, format } = metadata;
  if (`image/${format}` !== type) return 'unreadable';
  if (pages > 1 || (type === 'image/png' && isAnimatedPng(bytes))) return 'animated';
  if (width < shortestEdge || height < shortestEdge) return 'too_small';
  if (width * height > mostPixels) return 'too_large';
  return undefined;
}

/** Pixels only: turned upright, in sRGB, without what the original said beside them. */
function rewritten(bytes: Buffer, { type, longestEdge, mostPixels }: ImageRequest): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
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
