import type { PdfAnswer, PdfDocument } from './pdf-document.ts';
import { pdfOf } from './pdf-layout.ts';

/** A process that writes documents as PDFs and does nothing else: fonts take memory and time that requests and payments need. */
process.on('message', (document: PdfDocument) => {
  void answerOf(document).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
// Ctrl-C in a terminal reaches this process as well; it ends when its parent does.
process.on('SIGINT', () => {});

async function answerOf(document: PdfDocument): Promise<PdfAnswer> {
  try {
    return { bytes: await pdfOf(document) };
  } catch (error) {
    return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
