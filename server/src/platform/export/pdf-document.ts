import type { Language } from '@purser/contract/language';

/** A document as data: what is on it, in the words of its reader. How it looks is one for all (`pdf-layout.ts`). */
export interface PdfDocument {
  readonly language: Language;
  readonly title: string;
  /** Beside the title, on the right: who issues it. */
  readonly issuer: string;
  /** Below the title. */
  readonly subtitle?: string;
  readonly blocks: readonly PdfBlock[];
  /** At the foot of every page, on the left; pages are counted on the right. */
  readonly foot: string;
  /** When it was made, which its metadata say: the same content is the same file. */
  readonly madeAt: Date;
}

export type PdfBlock =
  /** One sum in large figures, with a word of how it stands. */
  | { readonly kind: 'amount'; readonly amount: string; readonly state: string }
  | { readonly kind: 'facts'; readonly title?: string; readonly facts: readonly PdfFact[] }
  | PdfTable
  | { readonly kind: 'note'; readonly text: string };

export interface PdfFact {
  readonly label: string;
  readonly value: string;
  readonly strong?: boolean;
}

export interface PdfTable {
  readonly kind: 'table';
  readonly title?: string;
  /** In smaller letters: for many columns. */
  readonly dense?: boolean;
  /** `width` is a share of the page's. */
  readonly columns: readonly { readonly title: string; readonly width: number; readonly end?: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** A last row, set apart. */
  readonly total?: readonly string[];
}

export type PdfAnswer = { readonly bytes: Uint8Array } | { readonly problem: string };
