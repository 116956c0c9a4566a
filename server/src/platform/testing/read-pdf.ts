import { extractText, getDocumentProxy } from 'unpdf';

/** The text of each page, as another program reads it: runs in the order in which they are drawn, with one space between. */
export async function readPdf(bytes: Uint8Array): Promise<readonly string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, ' '));
}

/** A text as it was drawn at once, where it begins and ends, and the height of its line above the page's lower edge, in points. */
interface Place {
  readonly text: string;
  readonly x: number;
  readonly end: number;
  readonly y: number;
}

/** What was drawn on each page and where; spaces alone are left out. */
export async function readPlaces(bytes: Uint8Array): Promise<readonly (readonly Place[])[]> {
  const file = await getDocumentProxy(new Uint8Array(bytes));
  const pages = Array.from({ length: file.numPages }, async (_, at) => {
    const { items } = await (await file.getPage(at + 1)).getTextContent();
    return items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [x, y] = item.transform.slice(4) as [number, number];
      return [{ text: item.str, x, end: x + item.width, y }];
    });
  });
  return Promise.all(pages);
}
