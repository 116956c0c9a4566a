import type { Language } from '@purser/contract/language';
import anyAscii from 'any-ascii';
import LineBreaker from 'linebreak';
import { createRequire } from 'node:module';

/** PDFKit's document, as far as text is drawn with it. */
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

interface Glyph {
  readonly advanceWidth: number;
}

interface GlyphRun {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly {
    readonly xAdvance: number;
    readonly yAdvance: number;
    readonly xOffset: number;
    readonly yOffset: number;
  }[];
  readonly advanceWidth: number;
}

/** A font that PDFKit has opened; its types leave it out. */
interface OpenFont {
  readonly unitsPerEm: number;
  hasGlyphForCodePoint(code: number): boolean;
  glyphForCodePoint(code: number): Glyph;
  layout(text: string): GlyphRun;
}

interface Face {
  readonly has: (character: string) => boolean;
  /** For a size of one. */
  readonly width: (text: string) => number;
}

const ASCII = /^[ -~]*$/;

/**
 * Text in whatever script: each character in the reader's own font, or in the other one where that lacks it. Both have Latin with all marks of
 * Vietnamese, and Japanese kana; what neither has, such as Thai, Arabic, Hangul and emoji, is written in Latin letters. A font is opened when the
 * first character needs it.
 */
export class PdfFonts {
  readonly #pdf: Pdf;
  readonly #regular: readonly [FontName, FontName];
  readonly #bold: readonly [FontName, FontName];
  readonly #faces = new Map<FontName, Face>();

  constructor(pdf: Pdf, language: Language) {
    this.#pdf = pdf;
    const traditional = language === 'zh_Hant';
    this.#regular = traditional ? ['tc', 'sc'] : ['sc', 'tc'];
    this.#bold = traditional ? ['tcBold', 'scBold'] : ['scBold', 'tcBold'];
  }

  width(text: string, style: TextStyle): number {
    return this.#widthOf(this.#runs(text, style), style);
  }

  /** Draws one line from `x` on, or up to it where `end` is said; `y` is its upper edge. */
  draw(text: string, { x, y, end = false }: { readonly x: number; readonly y: number; readonly end?: boolean }, style: TextStyle): void {
    const runs = this.#runs(text, style);
    let at = end ? x - this.#widthOf(runs, style) : x;
    for (const run of runs) {
      this.#pdf.font(run.font).fontSize(style.size).text(run.text, at, y, { lineBreak: false });
      at += this.#face(run.font).width(run.text) * style.size;
    }
  }

  /** How wide a place must be for the text to be broken nowhere but where it may be. */
  widestPiece(text: string, style: TextStyle): number {
    return Math.max(0, ...piecesOf(text).map((piece) => this.width(piece.trimEnd(), style)));
  }

  /** The text's lines, none of them wider than `width`: broken where it may be, and within a piece that is wider alone. */
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
    for (const piece of piecesOf(paragraph)) {
      if (add(piece)) continue;
      if (line !== '') end();
      if (piece.trim() === '' || add(piece)) continue;
      for (const { segment: character } of CHARACTERS.segment(piece)) {
        if (add(character)) continue;
        if (line !== '') end();
        line = character;
      }
    }
    if (line !== '') end();
    return lines;
  }

  #runs(text: string, { bold = false }: TextStyle): readonly Run[] {
    const fonts = bold ? this.#bold : this.#regular;
    // Figures and numbers are most of what is drawn, and every font has them.
    if (ASCII.test(text)) return [{ font: fonts[0], text }];
    const runs: { font: FontName; text: string }[] = [];
    for (const character of text.normalize('NFC').replace(NOT_SEEN, '').replace(NOT_SHOWN, ' ')) {
      const font = fonts.find((name) => this.#face(name).has(character));
      const run = font === undefined ? { font: fonts[0], text: inLatin(character) } : { font, text: character };
      const last = runs.at(-1);
      if (last?.font === run.font) last.text += run.text;
      else runs.push(run);
    }
    return runs;
  }

  #widthOf(runs: readonly Run[], { size }: TextStyle): number {
    return runs.reduce((sum, { font, text }) => sum + this.#face(font).width(text) * size, 0);
  }

  #face(name: FontName): Face {
    const known = this.#faces.get(name);
    if (known) return known;
    this.#pdf.registerFont(name, FILES[name]).font(name);
    const face = faceOf((this.#pdf as unknown as { _font: { font: OpenFont } })._font.font);
    this.#faces.set(name, face);
    return face;
  }
}

/**
 * Lets a font lay text out as one glyph after the other. These scripts need no shaping once their marks are composed, and a shaper would look
 * through tables made for all of Chinese for each word.
 */
function faceOf(font: OpenFont): Face {
  const glyphs = new Map<string, Glyph>();
  const glyphOf = (character: string): Glyph => {
    const known = glyphs.get(character);
    if (known) return known;
    const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 0);
    glyphs.set(character, glyph);
    return glyph;
  };
  const unitsOf = (text: string): number => {
    let units = 0;
    for (const character of text) units += glyphOf(character).advanceWidth;
    return units;
  };
  font.layout = (text) => ({
    glyphs: Array.from(text, glyphOf),
    // PDFKit scales them in place, so each is its own.
    positions: Array.from(text, (character) => ({ xAdvance: glyphOf(character).advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 })),
    advanceWidth: unitsOf(text),
  });
  const has = new Map<string, boolean>();
  return {
    has: (character) => {
      const known = has.get(character) ?? font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
      has.set(character, known);
      return known;
    },
    width: (text) => unitsOf(text) / font.unitsPerEm,
  };
}

/** A character of a script without a font, spelled in Latin letters: "Min" for 민, ":books:" for 📚; a question mark where it has no spelling. */
function inLatin(character: string): string {
  return anyAscii(character) || (ADDS_TO_ANOTHER.test(character) ? '' : '?');
}

/** What a text is made of between the places where a line may end, each piece with the spaces behind it. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  const breaker = new LineBreaker(text);
  let from = 0;
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    pieces.push(text.slice(from, next.position));
    from = next.position;
  }
  return pieces;
}

const CHARACTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Characters that join, direct or vary others and have no form of their own. */
const NOT_SEEN = /\p{Default_Ignorable_Code_Point}/gu;
/** Marks, and the tones of emoji: they change the character before them and are nothing by themselves. */
const ADDS_TO_ANOTHER = /[\p{M}\p{Emoji_Modifier}]/u;
/** Control characters and separators, which a line has no place for. */
const NOT_SHOWN = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
