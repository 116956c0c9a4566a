import type { MediaType } from '@purser/contract/file-purpose';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
/** How near a PDF's end its last mark must stand, in bytes; what stands behind it belongs to nobody. */
const PDF_TAIL = 1024;

/** What a file is, by its first bytes; undefined when it is nothing that is ever kept. */
export function mediaTypeOf(bytes: Buffer): MediaType | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff))) return 'image/jpeg';
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  if (bytes.subarray(0, 4).equals(Buffer.from('RIFF')) && bytes.subarray(8, 12).equals(Buffer.from('WEBP'))) return 'image/webp';
  if (bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'application/pdf';
  return undefined;
}

/** Whether a PDF ends where it should: half of one is not kept. */
export function isWholePdf(bytes: Buffer): boolean {
  return bytes.subarray(-PDF_TAIL).includes('%%EOF');
}

const ENDINGS: Readonly<Record<MediaType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** How people call a type: "JPG". */
export function shortName(type: MediaType): string {
  return ENDINGS[type].toUpperCase();
}

export function endingOf(type: MediaType): string {
  return ENDINGS[type];
}
