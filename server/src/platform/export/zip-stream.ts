import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** An archive says nothing of when it was made: the earliest day that the format knows is 1 January 1980. */
const NO_DATE = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };
/** Speed counts: the file is made while someone waits, and spreadsheets compress well at any level. */
const COMPRESSION_LEVEL = 1;

interface ZipContents {
  /** Texts by their names. */
  readonly small: Readonly<Record<string, string>>;
  /** Read at the pace at which the archive is. */
  readonly large: { readonly name: string; readonly content: AsyncIterable<Buffer> };
  /** Entries after it that are packed already, such as pictures: each is in memory while it is written, and no longer. */
  readonly packed?: readonly { readonly name: string; readonly read: () => Promise<Buffer> }[];
}

/** A ZIP archive written as it grows. It fails as one of its entries fails, and stops reading it when nobody wants more. */
export async function* zipStream({ small, large, packed = [] }: ZipContents): AsyncGenerator<Buffer, void, undefined> {
  const zip = new ZipFile();
  const archive = zip.outputStream as Readable;
  const content = Readable.from(large.content, { objectMode: false, highWaterMark: 65_536 });
  // The library pipes, and a pipe passes no failure on.
  content.once('error', (error) => archive.destroy(error));
  for (const [name, text] of Object.entries(small)) zip.addBuffer(Buffer.from(text), name, NO_DATE);
  zip.addReadStream(content, large.name, { ...NO_DATE, compressionLevel: COMPRESSION_LEVEL });
  zip.once('error', (error: Error) => archive.destroy(error));
  for (const { name, read } of packed) {
    zip.addReadStreamLazy(name, { ...NO_DATE, compress: false }, (give) => {
      read().then(
        (bytes) => give(null, Readable.from([bytes], { objectMode: false })),
        (error: unknown) => give(error, new Readable()),
      );
    });
  }
  zip.end();
  try {
    yield* archive as AsyncIterable<Buffer>;
  } finally {
    content.destroy();
  }
}
