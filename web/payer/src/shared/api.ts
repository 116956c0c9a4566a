import * as paths from 'virtual:call-paths';
import { IDEMPOTENCY_HEADER, REQUEST_TIMEOUT_MS } from '@purser/contract/wire';
import type { Envelope } from '@purser/contract/call';
import type { MaintenanceNotice } from '@purser/contract/features/maintenance';
import type { Language } from '@purser/contract/language';
import { NO_ANSWER, NO_PASSKEY, PASSKEY_IS_THERE, type Answer, type PayerActions } from './actions.ts';
import type * as Passkey from './passkey.ts';
import { watchOrder } from './watch.ts';
import { signalAfter } from './signal-after.ts';

/** The outcomes that resolve a call (SPEC section 8): done, done with a further step, done before, advice. */
const SUCCEEDED = new Set(['ok', 'step_required', 'already_done', 'advice']);

/** A payment that is not answered by then is asked for again: its grant pays once only. */
const PAY_TIMEOUT_MS = 15_000;

/** What is said of what the server has not said. */
interface Unsaid {
  /** No answer came. */
  readonly lost: string;
  /** Whoever stands before the server says that it is down or busy. */
  readonly away: string;
  /** The browser did not give a passkey. */
  readonly noPasskey: string;
}

/** The payer's calls over fetch. */
export function browserActions(language: Language, { lost, away, noPasskey }: Unsaid): PayerActions {
  const post = async <Data>(path: string, body: unknown, timeoutMs = REQUEST_TIMEOUT_MS, key?: string): Promise<Answer<Data>> => {
    let status = 0;
    try {
      const response = await fetch(path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          language,
          ...(key !== undefined && { [IDEMPOTENCY_HEADER]: key }),
        },
        body: JSON.stringify(body),
        signal: signalAfter(timeoutMs),
      });
      ({ status } = response);
      const envelope = (await response.json()) as Envelope<Data>;
      if (SUCCEEDED.has(envelope.msg)) return { ok: true, outcome: envelope.msg, data: envelope.data };
      // What is no envelope is no answer of ours.
      if (typeof envelope.msg !== 'string' || typeof envelope.detail !== 'string') throw new TypeError('no envelope');
      return { ok: false, outcome: envelope.msg, detail: detailOf(envelope) };
    } catch {
      return { ok: false, outcome: NO_ANSWER, detail: status >= 500 ? away : lost };
    }
  };
  /** Asks the server what to ask for, the browser for a passkey, and the server what comes of it. The browser's part comes when it is needed. */
  const byPasskey = async <Data>(
    ask: readonly [path: string, input: object],
    answerWith: (library: typeof Passkey, asked: never) => Promise<readonly [path: string, input: object]>,
  ): Promise<Answer<Data>> => {
    const [asked, library] = await Promise.all([post<never>(...ask), import('./passkey.ts').catch(() => null)]);
    if (!asked.ok) return asked;
    if (!library) return { ok: false, outcome: NO_ANSWER, detail: lost };
    try {
      return await post(...(await answerWith(library, asked.data)));
    } catch (error) {
      const isThere = error instanceof Error && error.name === 'InvalidStateError';
      return { ok: false, outcome: isThere ? PASSKEY_IS_THERE : NO_PASSKEY, detail: noPasskey };
    }
  };
  return {
    view: (token) => post(paths.checkoutView, { token }),
    authorise: (input) => post(paths.checkoutAuthorise, input),
    pay: (input, key) => post(paths.checkoutPay, input, PAY_TIMEOUT_MS, key),
    abandon: (input) => post(paths.checkoutAbandon, input),
    challenge: () => post(paths.walletChallenge, {}),
    login: (input) => post(paths.walletLogin, input),
    logout: () => post(paths.walletLogout, {}),
    whoIsSignedIn: () => post(paths.walletOverview, {}),
    loginByPasskey: () =>
      byPasskey([paths.walletPasskeyRequest, {}], async ({ askForPasskey }, asked) => {
        const { passkey, user_handle } = await askForPasskey(asked);
        return [paths.walletPasskeyLogin, { passkey, user_handle }];
      }),
    authoriseByPasskey: (input) =>
      byPasskey([paths.checkoutPasskeyRequest, input], async ({ askForPasskey }, asked) => {
        const { passkey } = await askForPasskey(asked);
        return [paths.checkoutAuthorisePasskey, { token: input.token, passkey }];
      }),
    addPasskey: (name, input) =>
      byPasskey([paths.walletPasskeyCreation, input], async ({ makePasskey }, asked) => [
        paths.walletPasskeyAdd,
        { passkey: await makePasskey(asked, name) },
      ]),
    watch: watchOrder,
  };
}

/** What was refused, and of maintenance what the provider says of it. */
function detailOf({ msg, detail, data }: Envelope<unknown>): string {
  const text = msg === 'maintenance' ? (data as MaintenanceNotice | null)?.text : null;
  return text ? `${detail} ${text}` : detail;
}
