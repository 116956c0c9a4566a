import { REQUEST_TIMEOUT_MS } from '@purser/contract/wire';

/** How far a file has come. */
export interface Progress {
  /** Rows that the file will have; unknown until its first byte. */
  readonly rowsExpected: number | undefined;
  /** Rows so far; only a text file shows them. */
  readonly rowsReceived: number | undefined;
  readonly bytesReceived: number;
}

export interface ReceivedFile {
  readonly blob: Blob;
  readonly rows: number | undefined;
}

const ROWS_HEADER = 'purser-export-rows';
/** Progress is told at most this often. */
const TELL_EVERY_MS = 100;
const LINE_FEED = 10;

/** Reads a streamed file to its end. A stream that breaks off, or falls silent for as long as a request may take, rejects: half a file is never taken for a whole one. */
export async function receiveFile(response: Response, onProgress: (progress: Progress) => void): Promise<ReceivedFile> {
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  const rowsExpected = countOf(response.headers.get(ROWS_HEADER));
  const countsRows = type.startsWith('text/');
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytesReceived = 0;
  let lines = 0;
  let toldAt = 0;
  // The first line is the head.
  const tell = (): void => onProgress({ rowsExpected, rowsReceived: countsRows ? Math.max(0, lines - 1) : undefined, bytesReceived });

  const reader = response.body?.getReader();
  if (!reader) throw new Error('the answer has no body');
  tell();
  for (let piece = await nextOf(reader); !piece.done; piece = await nextOf(reader)) {
    pieces.push(piece.value);
    bytesReceived += piece.value.length;
    if (countsRows) for (const byte of piece.value) if (byte === LINE_FEED) lines += 1;
    const now = performance.now();
    if (now - toldAt >= TELL_EVERY_MS) {
      toldAt = now;
      tell();
    }
  }
  tell();
  return {
    blob: new Blob(pieces, { type }),
    rows: rowsExpected,
  };
}

async function nextOf(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no more of the file came')), REQUEST_TIMEOUT_MS);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } catch (error) {
    void reader.cancel(error).catch(() => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function countOf(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}

/** Hands a file to the browser to save. */
export function saveFile(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
