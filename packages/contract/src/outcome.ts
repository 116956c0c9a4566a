import type { Language } from './language.ts';

/** One outcome that a call can have; errors.ts holds the catalogue of all. */
export interface Outcome {
  readonly code: number;
  /** HTTP status; 200 for business outcomes, another where HTTP itself has the meaning. */
  readonly http: 200 | 400 | 401 | 403 | 404 | 413 | 421 | 429 | 500 | 503;
  readonly text: Readonly<Record<Language, string>>;
  /** A refusal that holds for this attempt only: not now, or not with this proof. The same request may be answered otherwise next. */
  readonly passing?: true;
}

/** The English text stays a literal type: its placeholders are what an outcome's values are checked against. */
type Text<En extends string> = Readonly<Record<Exclude<Language, 'en'>, string>> & { readonly en: En };

/** An outcome that HTTP has a status for. */
export const transport = <const En extends string>(code: number, http: Outcome['http'], text: Text<En>) => ({ code, http, text });

/** An outcome of the business: HTTP 200. */
export const business = <const En extends string>(code: number, text: Text<En>) => transport(code, 200, text);

/** A business outcome that holds for one attempt only; those with an HTTP status of their own do so anyway. */
export const passing = <const En extends string>(code: number, text: Text<En>) => ({ ...business(code, text), passing: true as const });
