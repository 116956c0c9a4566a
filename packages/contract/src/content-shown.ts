import type { ContentKind } from './content.ts';
import type { Language } from './language.ts';

/** A published text in a list of the public pages. */
export interface ContentLink {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  /** When it was first published: RFC 3339. */
  readonly published_at: string;
}

/** A published text of any kind that was looked for. */
export interface FoundText extends ContentLink {
  readonly kind: ContentKind;
}

/** A published text whole. */
export interface ContentText extends Omit<ContentLink, 'summary'> {
  /** The beginning of the text, for search engines. */
  readonly summary: string;
  /** HTML that the server made and cleaned. */
  readonly html: string;
  readonly version: number;
  /** When this version was published. */
  readonly updated_at: string;
  /** The language of the text: English where it was not written in the reader's. */
  readonly language: Language;
  /** The languages that it was written in. */
  readonly languages: readonly Language[];
}
