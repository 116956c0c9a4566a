import type { Language } from '@purser/contract/language';
import { createRequire } from 'node:module';

/** The parts of PDFKit's document that text is measured and drawn with. */
type Pdf = PDFKit.PDFDocument;

const { resolve } = createRequire(import.meta.url);
const FILES = {
  sc: resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  scBold: resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'),
  tc: resolve('@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf'),
  tcBold: resolve('@expo-google-fonts/noto-sans-tc/700Bold/NotoSansTC_700Bold.ttf'),
} as const;
type FontName = keyof typeof FILES;

export interface TextStyle {
  readonly size: number;
  readonly bold?: boolean;
}

interface Run {
  readonly font: FontName;
  readonly text: string;
}

/**
 * Text in whatever script: each character in the reader's own font, or in the other one where that lacks it. Both have Latin with all marks of
 * Vietnamese. A font is opened when the first character needs it.
 */
export class PdfFonts {
  readonly #pdf: Pdf;
  readonly #regular: readonly FontName[];
  readonly #bold: readonly FontName[];
  readonly #knows = new Map<FontName, (character: number) => boolean>();

  constructor(pdf: Pdf, language: Language) {
    this.#pdf = pdf;
    const traditional = language === 'zh_Hant';
    this.#regular = traditional ? ['tc', 'sc'] : ['sc', 'tc'];
    this.#bold = traditional ? ['tcBold', 'scBold'] : ['scBold', 'tcBold'];
  }

  width(text: string, style: TextStyle): number {
    return this.#runs(text, style).reduce((sum, run) => sum + this.#use(run.font, style).widthOfString(run.text), 0);
  }

  /** Draws one line whose baseline box begins at `y`, from `x` on, or up to it where `end` is said. */
  draw(text: string, { x, y, end = false }: { readonly x: number; readonly y: number; readonly end?: boolean }, style: TextStyle): void {
    let at = end ? x - this.width(text, style) : x;
    for (const run of this.#runs(text, style)) {
      const pdf = this.#use(run.font, style);
      pdf.text(run.text, at, y, { lineBreak: false });
      at += pdf.widthOfString(run.text);
    }
  }

  /** The text's lines, none of them wider than `width`: broken between words, and within one that is wider alone. */
  lines(text: string, width: number, style: TextStyle): string[] {
    return text.split('\n').flatMap((paragraph) => this.#linesOf(paragraph, width, style));
  }

  #linesOf(paragraph: string, width: number, style: TextStyle): string[] {
    if (this.width(paragraph, style) <= width) return [paragraph];
    const lines: string[] = [];
    let line = '';
    const add = (piece: string): boolean => {
      if (this.width((line + piece).trimEnd(), style) > width) return false;
      line += piece;
      return true;
    };
    const end = (): void => {
      lines.push(line.trimEnd());
      line = '';
    };
    for (const { segment } of WORDS.segment(paragraph)) {
      if (add(segment)) continue;
      if (line !== '') end();
      if (segment.trim() === '' || add(segment)) continue;
      for (const { segment: character } of CHARACTERS.segment(segment)) {
        if (add(character)) continue;
        if (line !== '') end();
        line = character;
      }
    }
    if (line !== '') end();
    return lines;
  }

  #runs(text: string, { bold = false }: TextStyle): Run[] {
    const fonts = bold ? this.#bold : this.#regular;
    const runs: { font: FontName; text: string }[] = [];
    for (const character of text.replace(NOT_SHOWN, ' ')) {
      const code = character.codePointAt(0) ?? 0;
      // What neither has is shown as the first one's sign for it.
      const font = fonts.find((name) => this.#has(name, code)) ?? (fonts[0] as FontName);
      const last = runs.at(-1);
      if (last?.font === font) last.text += character;
      else runs.push({ font, text: character });
    }
    return runs;
  }

  #has(name: FontName, code: number): boolean {
    let knows = this.#knows.get(name);
    if (!knows) {
      this.#pdf.registerFont(name, FILES[name]).font(name);
      const { font } = (this.#pdf as unknown as { _font: OpenFont })._font;
      knows = (asked) => font.hasGlyphForCodePoint(asked);
      this.#knows.set(name, knows);
    }
    return knows(code);
  }

  #use(name: FontName, { size }: TextStyle): Pdf {
    return this.#pdf.font(name).fontSize(size);
  }
}

/** What PDFKit keeps of a font that is open; its types leave it out. */
interface OpenFont {
  readonly font: { hasGlyphForCodePoint(code: number): boolean };
}

const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });
const CHARACTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Control characters, which a line has no place for. */
const NOT_SHOWN = /\p{Cc}/gu;
