import type { OutcomeName } from './errors.ts';

/** One page of the payer's, declared once: the page's type, its addresses, where one may return to and its preload derive from it. */
export interface PayerPageDeclaration<Name extends string = string, Data extends object = object, Act extends string = string> {
  /** The page's file in `web/payer` is called `<name>-page.tsx`, unless it is part of the first script. */
  readonly name: Name;
  /** Its address, with `:token` for an order's; null for a page that is only shown in another's place. */
  readonly path: string | null;
  /** Where each of its forms is sent to. */
  readonly acts: Readonly<Record<Act, string>>;
  /** It loads no scripts: nothing on it needs one, and its answer forbids them. */
  readonly still?: true;
  /** It may ask for the camera, which every other page is forbidden. */
  readonly camera?: true;
  /** What it shows. Only a type: there is never a value. */
  readonly data?: Data;
}

/** Declares a page. Marked as pure where it is called, so that the browser's script does without what only the server needs. */
export const page =
  <Data extends object>() =>
  <Name extends string, Act extends string = never>(
    declared: Omit<PayerPageDeclaration<Name, Data, Act>, 'data'>,
  ): PayerPageDeclaration<Name, Data, Act> =>
    declared;

/** A refusal to show on the page, already in its language. */
export interface PageProblem {
  readonly outcome: OutcomeName;
  readonly detail: string;
  /** Where it names fields of the form: what it says of each, by the fields' names. */
  readonly fields?: Readonly<Record<string, string>>;
  /** What was typed into the form that was refused; never a password. */
  readonly typed?: Readonly<Record<string, string | undefined>>;
}

/** Whose account a page shows. */
export interface ShownTo {
  /** Absent for a stranger. */
  readonly user_id?: number;
  /** Another one each time that a page is made; absent on a page that is kept for everybody. */
  readonly page_key?: string;
}

/** The hidden field of a form that says whose account its page shows. */
export const SHOWN_PAYER_FIELD = 'user_id';

/** The hidden field of a form that says which making of its page it was sent from: the same form sent twice is known by it. */
export const PAGE_KEY_FIELD = 'page_key';

/** Outcomes after which a payer has to sign in, if need be to another account. */
export const ENDS_PAYER_SESSION: ReadonlySet<string> = new Set(['unauthenticated', 'payer_suspended']);
