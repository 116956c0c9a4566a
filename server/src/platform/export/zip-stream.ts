import { Readable, pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/**
 * A ZIP archive written as it grows (PKWARE APPNOTE 6.3): an entry's sizes follow its data, so nothing is held back and
 * nothing is known in advance. Without the zip64 extension an archive and each of its entries stay below 4 GiB.
 */
export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

interface WrittenEntry {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly compressedBytes: number;
  readonly bytes: number;
}

const VERSION = 20;
/** Sizes follow the data (bit 3); names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1 January 1980, the earliest day the format knows: an archive says nothing of when it was made. */
const NO_DATE = 0x0021;
const LARGEST = 0xffff_ffff;
/** Speed counts: the file is made while someone waits, and spreadsheets compress well at any level. */
const LEVEL = 1;

export async function* zipStream(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer, void, undefined> {
  const written: WrittenEntry[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const start = offset;
    const nameBytes = Buffer.from(name, 'utf8');
    const header = localHeader(nameBytes);
    offset += header.length;
    yield header;

    let crc = 0;
    let bytes = 0;
    let compressedBytes = 0;
    async function* counted(): AsyncGenerator<Buffer, void, undefined> {
      for await (const chunk of content) {
        crc = crc32(chunk, crc);
        bytes += chunk.length;
        yield chunk;
      }
    }
    // A failure of either end destroys the other; the loop below then throws it.
    const deflated = pipeline(Readable.from(counted()), createDeflateRaw({ level: LEVEL }), () => {});
    for await (const chunk of deflated as AsyncIterable<Buffer>) {
      compressedBytes += chunk.length;
      yield chunk;
    }
    const descriptor = dataDescriptor(crc, compressedBytes, bytes);
    offset += compressedBytes + descriptor.length;
    if (bytes > LARGEST || offset > LARGEST) throw new RangeError('a ZIP archive without zip64 ends at 4 GiB');
    yield descriptor;
    written.push({ name: nameBytes, offset: start, crc, compressedBytes, bytes });
  }
  yield directory(written, offset);
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATE, 8);
  header.writeUInt16LE(NO_DATE, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function dataDescriptor(crc: number, compressedBytes: number, bytes: number): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x0807_4b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(Math.min(compressedBytes, LARGEST), 8);
  descriptor.writeUInt32LE(Math.min(bytes, LARGEST), 12);
  return descriptor;
}

function directory(entries: readonly WrittenEntry[], offset: number): Buffer {
  const records = entries.map((entry) => {
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x0201_4b50, 0);
    record.writeUInt16LE(VERSION, 4);
    record.writeUInt16LE(VERSION, 6);
    record.writeUInt16LE(FLAGS, 8);
    record.writeUInt16LE(DEFLATE, 10);
    record.writeUInt16LE(NO_DATE, 14);
    record.writeUInt32LE(entry.crc, 16);
    record.writeUInt32LE(entry.compressedBytes, 20);
    record.writeUInt32LE(entry.bytes, 24);
    record.writeUInt16LE(entry.name.length, 28);
    record.writeUInt32LE(entry.offset, 42);
    return Buffer.concat([record, entry.name]);
  });
  const size = records.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...records, end]);
}
