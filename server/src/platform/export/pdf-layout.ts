import PdfKit from 'pdfkit';
import type { PdfBlock, PdfDocument, PdfFact, PdfTable } from './pdf-document.ts';
import { PdfFonts, type TextStyle } from './pdf-fonts.ts';

/** A4, in points. */
const WIDTH = 595.28;
const HEIGHT = 841.89;
const MARGIN = 44;
const BOTTOM = HEIGHT - 58;
const INNER = WIDTH - 2 * MARGIN;
const LABEL_WIDTH = 150;
const GAP = 6;

const INK = '#16181d';
const QUIET = '#5c6370';
const RULE = '#d9dce3';

const TITLE: TextStyle = { size: 20, bold: true };
const HEADING: TextStyle = { size: 11.5, bold: true };
const SUM: TextStyle = { size: 24, bold: true };
const TEXT: TextStyle = { size: 9.5 };
const STRONG: TextStyle = { size: 9.5, bold: true };
const CELL_SIZE = 8;
const DENSE_SIZE = 7;
/** Of the letters in a table with no room for its figures: below that they are broken. */
const SMALLEST = 4;
/** What is exactly as wide as its place must not seem wider by what is lost in computing. */
const ROUNDING = 0.9999;
const FOOT: TextStyle = { size: 7.5 };
/** Height of a line, as a multiple of its size. */
const LEADING = 1.45;

/** Writes a document as a PDF of A4 pages. */
export function pdfOf(document: PdfDocument): Promise<Buffer> {
  const pdf = new PdfKit({
    size: 'A4',
    // Text is placed by itself; a margin would begin pages on its own.
    margin: 0,
    bufferPages: true,
    lang: document.language.replace('_', '-'),
    displayTitle: true,
    info: { Title: document.title, Author: document.issuer, Producer: 'Purser', Creator: 'Purser', CreationDate: document.madeAt },
  });
  const pieces: Buffer[] = [];
  pdf.on('data', (piece: Buffer) => pieces.push(piece));
  const written = new Promise<Buffer>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(pieces)));
    pdf.on('error', reject);
  });
  new Layout(pdf, document).draw();
  pdf.end();
  return written;
}

class Layout {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #document: PdfDocument;
  readonly #fonts: PdfFonts;
  #y = MARGIN;

  constructor(pdf: PDFKit.PDFDocument, document: PdfDocument) {
    this.#pdf = pdf;
    this.#document = document;
    this.#fonts = new PdfFonts(pdf, document.language);
  }

  draw(): void {
    this.#head();
    for (const block of this.#document.blocks) this.#block(block);
    this.#feet();
  }

  #head(): void {
    const { title, subtitle, issuer } = this.#document;
    this.#ink(QUIET);
    this.#fonts.draw(issuer, { x: WIDTH - MARGIN, y: this.#y + 8, end: true }, STRONG);
    this.#ink(INK);
    const room = INNER - this.#fonts.width(issuer, STRONG) - 16;
    this.#lines(this.#fonts.lines(title, room, TITLE), TITLE);
    if (subtitle !== undefined) this.#paragraph(subtitle, TEXT, QUIET);
    this.#y += 4;
    this.#rule();
    this.#y += 12;
  }

  #block(block: PdfBlock): void {
    switch (block.kind) {
      case 'amount':
        return this.#amount(block.amount, block.state);
      case 'facts':
        return this.#facts(block.title, block.facts);
      case 'table':
        return this.#table(block);
      case 'note':
        this.#paragraph(block.text, TEXT, QUIET);
        this.#y += 8;
    }
  }

  #amount(amount: string, state: string): void {
    this.#lines(this.#fonts.lines(amount, INNER, SUM), SUM);
    this.#paragraph(state, STRONG, QUIET);
    this.#y += 10;
  }

  #facts(title: string | undefined, facts: readonly PdfFact[]): void {
    this.#heading(title, 2 * TEXT.size * LEADING);
    for (const { label, value, strong = false } of facts) {
      const style = strong ? STRONG : TEXT;
      const labels = this.#fonts.lines(label, LABEL_WIDTH - GAP, TEXT);
      const values = this.#fonts.lines(value, INNER - LABEL_WIDTH, style);
      const height = Math.max(labels.length, values.length) * TEXT.size * LEADING;
      this.#room(height + 4);
      this.#ink(QUIET);
      labels.forEach((line, at) => this.#fonts.draw(line, { x: MARGIN, y: this.#y + at * TEXT.size * LEADING }, TEXT));
      this.#ink(INK);
      values.forEach((line, at) => this.#fonts.draw(line, { x: MARGIN + LABEL_WIDTH, y: this.#y + at * TEXT.size * LEADING }, style));
      this.#y += height + 4;
    }
    this.#y += 10;
  }

  #table(table: PdfTable): void {
    const { title, rows, total } = table;
    const { places, size } = this.#placesOf(table);
    const cell: TextStyle = { size };
    const strong: TextStyle = { size, bold: true };
    const row = (cells: readonly string[], style: TextStyle): void => {
      const lines = places.map(({ width }, at) => this.#fonts.lines(cells[at] ?? '', width, style));
      const height = Math.max(...lines.map(({ length }) => length)) * style.size * LEADING;
      if (this.#y + height + 5 > BOTTOM) {
        this.#page();
        titles();
      }
      places.forEach((place, at) =>
        (lines[at] ?? []).forEach((line, below) => {
          const y = this.#y + below * style.size * LEADING;
          this.#fonts.draw(line, place.end ? { x: place.x + place.width, y, end: true } : { x: place.x, y }, style);
        }),
      );
      this.#y += height + 2;
      this.#rule();
      this.#y += 3;
    };
    const titles = (): void => {
      this.#ink(QUIET);
      row(
        places.map((place) => place.title),
        strong,
      );
      this.#ink(INK);
    };
    this.#heading(title, 5 * cell.size * LEADING);
    titles();
    for (const cells of rows) row(cells, cell);
    if (total) row(total, strong);
    this.#y += 12;
  }

  /**
   * Where the columns stand: as wide as they ask to be, or as their widest word or figure where that is more, at the cost of those that have room.
   * Where all of them together have none, the letters are smaller.
   */
  #placesOf({ dense = false, columns, rows, total = [] }: PdfTable) {
    const usual = dense ? DENSE_SIZE : CELL_SIZE;
    const room = INNER - columns.length * GAP;
    const all = columns.reduce((sum, { width }) => sum + width, 0);
    const widest = columns.map(({ title }, at) => {
      const strong = [title, total[at] ?? ''].map((text) => this.#fonts.widestPiece(text, { size: 1, bold: true }));
      return rows.reduce((most, cells) => Math.max(most, this.#fonts.widestPiece(cells[at] ?? '', { size: 1 })), Math.max(...strong));
    });
    const needed = widest.reduce((sum, width) => sum + width, 0);
    const size = Math.max(SMALLEST, Math.min(usual, (room / needed) * ROUNDING));
    const least = widest.map((width) => (width * size) / ROUNDING);
    const wished = columns.map(({ width }, at) => Math.max((width / all) * INNER - GAP, least[at] ?? 0));
    const spare = wished.map((width, at) => width - (least[at] ?? 0));
    const [tooMuch, allSpare] = [wished, spare].map((widths) => widths.reduce((sum, width) => sum + width, 0)) as [number, number];
    const taken = Math.min(1, Math.max(0, tooMuch - room) / (allSpare || 1));
    let x = MARGIN;
    const places = columns.map(({ title, end = false }, at) => {
      const place = { title, end, x, width: (wished[at] ?? 0) - (spare[at] ?? 0) * taken };
      x += place.width + GAP;
      return place;
    });
    return { places, size };
  }

  /** A heading that does not stand alone at the end of a page. */
  #heading(title: string | undefined, below: number): void {
    this.#room((title === undefined ? 0 : HEADING.size * LEADING + 4) + below);
    if (title === undefined) return;
    this.#ink(INK);
    this.#lines(this.#fonts.lines(title, INNER, HEADING), HEADING);
    this.#y += 4;
  }

  #paragraph(text: string, style: TextStyle, ink: string): void {
    this.#ink(ink);
    this.#lines(this.#fonts.lines(text, INNER, style), style);
    this.#ink(INK);
  }

  #lines(lines: readonly string[], style: TextStyle): void {
    for (const line of lines) {
      this.#room(style.size * LEADING);
      this.#fonts.draw(line, { x: MARGIN, y: this.#y }, style);
      this.#y += style.size * LEADING;
    }
  }

  #rule(): void {
    this.#pdf
      .moveTo(MARGIN, this.#y)
      .lineTo(WIDTH - MARGIN, this.#y)
      .lineWidth(0.5)
      .strokeColor(RULE)
      .stroke();
  }

  #ink(colour: string): void {
    this.#pdf.fillColor(colour);
  }

  #room(height: number): void {
    if (this.#y + height > BOTTOM) this.#page();
  }

  #page(): void {
    this.#pdf.addPage({ size: 'A4', margin: 0 });
    this.#ink(INK);
    this.#y = MARGIN;
  }

  /** Written last, when it is known how many pages there are. */
  #feet(): void {
    const { count } = this.#pdf.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#pdf.switchToPage(page);
      const y = HEIGHT - 40;
      this.#ink(QUIET);
      const number = `${page + 1} / ${count}`;
      const room = INNER - this.#fonts.width(number, FOOT) - 16;
      const [first = '', ...more] = this.#fonts.lines(this.#document.foot, room - this.#fonts.width('…', FOOT), FOOT);
      this.#fonts.draw(more.length > 0 ? `${first}…` : first, { x: MARGIN, y }, FOOT);
      this.#fonts.draw(number, { x: WIDTH - MARGIN, y, end: true }, FOOT);
    }
  }
}
