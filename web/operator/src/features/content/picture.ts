import { publicPicturePath } from '@purser/contract/file-purpose';
import { Node } from '@tiptap/core';

/** Pictures that were just sent, by their file: nobody is shown one before a saved text has it. */
const justSent = new Map<string, string>();

/** Shows a picture from this browser's own memory, as long as the page is open. */
export function rememberPicture(fileId: string, file: File): void {
  justSent.set(fileId, URL.createObjectURL(file));
}

export function pictureAddress(fileId: string): string {
  return justSent.get(fileId) ?? publicPicturePath(fileId);
}

/** A picture of the contract's rich text: a file that was sent, and what it shows in words. */
export const Picture = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  addAttributes: () => ({ file_id: { default: '' }, alt: { default: '' } }),
  renderHTML: ({ node }) => ['img', { src: pictureAddress(String(node.attrs['file_id'])), alt: String(node.attrs['alt']) }],
});
