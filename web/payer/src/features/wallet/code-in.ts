/** The browser's own reader of codes, where it has one (Shape Detection API). */
interface CodeReader {
  detect(picture: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>;
}
interface CodeReaders {
  new (options: { formats: string[] }): CodeReader;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** A picture is looked at no larger than this. */
const LONGEST_SIDE = 1200;

let reader: Promise<CodeReader | null> | undefined;

async function ownReader(): Promise<CodeReader | null> {
  const { BarcodeDetector: Readers } = globalThis as { BarcodeDetector?: CodeReaders };
  const formats = (await Readers?.getSupportedFormats().catch(() => [])) ?? [];
  return Readers && formats.includes('qr_code') ? new Readers({ formats: ['qr_code'] }) : null;
}

/** What a QR code in a picture says; null where none is found. Without a reader of the browser's own, one is loaded. */
export async function codeIn(picture: ImageBitmap | HTMLVideoElement): Promise<string | null> {
  const own = await (reader ??= ownReader());
  if (own) {
    const [found] = await own.detect(picture);
    return found?.rawValue ?? null;
  }
  const [width, height] = picture instanceof HTMLVideoElement ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height];
  if (width === 0 || height === 0) return null;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const { default: read } = await import('jsqr');
  return read(data, canvas.width, canvas.height)?.data ?? null;
}
