import type { MediaType, SentType } from '@purser/contract/file-purpose';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
/** The directory of an icon begins with a zero and the kind, 1; that of a cursor, which is no picture to show, with 2. */
const ICON = Buffer.of(0, 0, 1, 0);
/** How near a PDF's end its last mark must stand, in bytes; what stands behind it belongs to nobody. */
const PDF_TAIL = 1024;

/** What a file is, by its first bytes; undefined when it is nothing that is ever kept. */
export function mediaTypeOf(bytes: Buffer): SentType | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff))) return 'image/jpeg';
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  if (bytes.subarray(0, 4).equals(Buffer.from('RIFF')) && bytes.subarray(8, 12).equals(Buffer.from('WEBP'))) return 'image/webp';
  if (bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'application/pdf';
  if (/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return 'image/gif';
  if (bytes.subarray(0, 2).equals(Buffer.from('BM'))) return 'image/bmp';
  if (bytes.subarray(0, ICON.length).equals(ICON)) return 'image/x-icon';
  return undefined;
}

/** What a file of a type is kept as: written anew, a picture of a type that is not kept is a PNG. */
export function keptTypeOf(type: SentType): MediaType {
  return type === 'image/gif' || type === 'image/bmp' || type === 'image/x-icon' ? 'image/png' : type;
}

/** Whether a PDF ends where it should: half of one is not kept. */
export function isWholePdf(bytes: Buffer): boolean {
  return bytes.subarray(-PDF_TAIL).includes('%%EOF');
}

const ENDINGS: Readonly<Record<SentType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'image/x-icon': 'ico',
};

/** How people call a type: "JPG". */
export function shortName(type: SentType): string {
  return ENDINGS[type].toUpperCase();
}

export function endingOf(type: MediaType): string {
  return ENDINGS[type];
}
