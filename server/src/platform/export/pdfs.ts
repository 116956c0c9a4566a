import { join } from 'node:path';
import { HelperProcesses } from '../files/helper-processes.ts';
import type { PdfAnswer, PdfDocument } from './pdf-document.ts';

const AT_ONCE = 2;
/** Documents that wait for their turn: what is on them is in memory, some 300 KB at the most. */
const MOST_WAITING = 32;
/** A long statement takes about a second; one that has not come by then never will. */
const LONGEST_MS = 20_000;

/** Writes PDFs in processes of their own, which open fonts when they are first asked and end when nobody asks any more. */
export class Pdfs {
  readonly #processes = new HelperProcesses<PdfDocument, PdfAnswer>({
    program: join(import.meta.dirname, 'pdf-process.ts'),
    atOnce: AT_ONCE,
    mostWaiting: MOST_WAITING,
    longestMs: LONGEST_MS,
  });

  /** Refuses with busy when too many wait. */
  async write(document: PdfDocument): Promise<Buffer> {
    const answer = await this.#processes.ask(async () => document);
    if (answer === undefined) throw new Error('the process that writes PDFs ended before it answered');
    if ('problem' in answer) throw new Error(`a PDF could not be written: ${answer.problem}`);
    return Buffer.from(answer.bytes);
  }

  close(): void {
    this.#processes.close();
  }
}
