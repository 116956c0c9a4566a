import { extractText, getDocumentProxy } from 'unpdf';

/** The text of each page, as another program reads it: runs in the order in which they are drawn, with one space between. */
export async function readPdf(bytes: Uint8Array): Promise<readonly string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, ' '));
}
