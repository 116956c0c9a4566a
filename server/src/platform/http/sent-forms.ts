import { createHash } from 'node:crypto';
import { PAGE_KEY_FIELD } from '@purser/contract/payer-page';
import type { Done } from './payer-pages.ts';
import type { PayerForm } from './payer-request.ts';
import { Refusal } from './refusal.ts';

/** How long it is known what became of a form: on a slow line somebody presses again until the next page is there. */
const KNOWN_MS = 10_000;

/**
 * A payer's form that is sent twice, as by a double press where no script holds the button, is done once, and what became of it is told again: a wrong
 * payment password is one wrong one, a code that was right is not wrong because it is used, and whoever signed in is signed in by either answer. Known in
 * this process alone, so nothing that must not happen twice depends on it.
 */
export class SentForms {
  readonly #known = new Map<string, Promise<Done>>();

  /** Does what a form asks unless the same one, sent from the same making of its page, is being done or was done just now; then resolves or refuses as that. */
  once({ form, request, session }: PayerForm, act: () => Promise<Done>): Promise<Done> {
    if (form[PAGE_KEY_FIELD] === undefined) return act();
    // What was typed is not kept.
    const sent = createHash('sha256')
      .update(JSON.stringify([session?.tokenHash.toString('hex'), request.url, form]))
      .digest('base64');
    const known = this.#known.get(sent);
    if (known) return known;
    const done = act();
    this.#known.set(sent, done);
    const forget = (): boolean => this.#known.delete(sent);
    const forgetLater = (): void => void setTimeout(forget, KNOWN_MS).unref();
    // What failed may be tried again.
    done.then(forgetLater, (error: unknown) => (error instanceof Refusal ? forgetLater() : forget()));
    return done;
  }
}
