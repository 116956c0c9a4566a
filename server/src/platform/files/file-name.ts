import type { MediaType } from '@purser/contract/file-purpose';
import { create } from 'content-disposition';
import { endingOf } from './media-type.ts';

/** In characters, without the ending; with it, a name fits into every file system's 255 bytes. */
const LONGEST_NAME = 60;
/** What no file system and no shell should find in a name, and what makes it read as another. */
const UNWANTED = /[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*`$;&%]/gu;
/** Devices of Windows, whatever ending follows. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * The name under which a file is kept and saved, made of what its sender called it: without folders, without characters that are hidden,
 * turn the direction of a text or mean something to a shell, and with the ending of what the file really is.
 */
export function safeFileName(given: string, type: MediaType): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const bare = last
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(UNWANTED, '')
    .replace(/\s+/g, ' ')
    // An ending before the real one would be taken for it where endings are not shown.
    .replaceAll('.', '_')
    .trim();
  const short = Array.from(bare).slice(0, LONGEST_NAME).join('').trim();
  const name = short === '' ? 'file' : DEVICES.test(short) ? `_${short}` : short;
  return `${name}.${endingOf(type)}`;
}

/** The header that says under which name a file is saved (RFC 6266, with other than ASCII letters by RFC 8187). */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  return create(name, { type: kind });
}
