import { FILE_PURPOSES } from '@purser/contract/file-purpose';
import type { PayerPage } from '@purser/contract/payer-pages';
import { pageIn } from '../../shared/send-form.ts';

/** What is as small as this goes as it is. */
const SMALL_BYTES = 1_048_576;
const QUALITY = 0.85;

const made = new WeakMap<File, Promise<File>>();

/** A photograph without what the server would take off it anyway; as it was where this browser cannot, or where that is no smaller. */
export function smaller(file: File): Promise<File> {
  const known = made.get(file) ?? shrunk(file).catch(() => file);
  made.set(file, known);
  return known;
}

async function shrunk(file: File): Promise<File> {
  if (file.size <= SMALL_BYTES || !file.type.startsWith('image/') || !givesWhatIsPainted()) return file;
  // Upright: what tells how the camera was held is not kept. A browser that does not know this word throws.
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const content = await written(picture, Math.min(1, FILE_PURPOSES.identity.longestEdge / Math.max(picture.width, picture.height)));
    return content !== null && content.size < file.size ? new File([content], file.name, { type: content.type }) : file;
  } finally {
    picture.close();
  }
}

/** Browsers that guard against being recognised give noise of what stands on a canvas. */
function givesWhatIsPainted(): boolean {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return false;
  context.fillStyle = '#3366cc';
  context.fillRect(0, 0, 1, 1);
  context.fillStyle = '#cc9933';
  context.fillRect(1, 0, 1, 1);
  return context.getImageData(0, 0, 2, 1).data.join() === '51,102,204,255,204,153,51,255';
}

function written(picture: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.imageSmoothingQuality = 'high';
  // A JPEG has nothing to see through: what lies behind would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}

/** The page that a form led to, and its address. */
export interface Arrived {
  readonly page: PayerPage;
  readonly address: string;
}

/** Sends a form with its photographs, which may take minutes; null where no answer of ours came. */
export async function sendPhotographs(form: HTMLFormElement): Promise<Arrived | null> {
  const fields = new FormData(form);
  for (const [name, value] of fields) if (value instanceof File && value.size > 0) fields.set(name, await smaller(value), value.name);
  try {
    const response = await fetch(form.action, { method: 'POST', body: fields });
    const page = pageIn(await response.text());
    return page && { page, address: response.url };
  } catch {
    return null;
  }
}
