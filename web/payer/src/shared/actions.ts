import type { OutputOf, InputOf } from '@purser/contract/call';
import type { checkoutAbandon, checkoutAuthorise, checkoutPay, checkoutView } from '@purser/contract/features/checkout';
import type { walletChallenge, walletLogin, walletOverview } from '@purser/contract/features/wallet';
import type {
  checkoutAuthorisePasskey,
  checkoutPasskeyRequest,
  walletPasskeyAdd,
  walletPasskeyCreation,
  walletPasskeyLogin,
} from '@purser/contract/features/wallet-passkey';
import type { PageProblem } from '@purser/contract/payer-page';
import type { OrderListener } from './watch.ts';

/** An answer to act upon: the outcome's stable name, its text in the payer's language, and the data if it succeeded. */
export type Answer<Data> =
  | { readonly ok: true; readonly outcome: string; readonly data: Data }
  | { readonly ok: false; readonly outcome: string; readonly detail: string };

/** What was refused; its outcome, or the fields that it names, decide where the page tells it. */
export interface Problem extends Pick<PageProblem, 'detail' | 'fields' | 'typed'> {
  readonly outcome: string;
}

/** The outcome of a call that never got an answer. */
export const NO_ANSWER = 'no_answer';

/** The outcome of asking the browser for a passkey that it did not give: cancelled, too late, or none there. */
export const NO_PASSKEY = 'no_passkey';

/** The outcome of asking the browser to make a passkey on a device that has one of this wallet. */
export const PASSKEY_IS_THERE = 'device_has_passkey';

/** The calls the pages make once they are alive in the browser. */
export interface PayerActions {
  view(token: string): Promise<Answer<OutputOf<typeof checkoutView>>>;
  authorise(input: InputOf<typeof checkoutAuthorise>): Promise<Answer<OutputOf<typeof checkoutAuthorise>>>;
  /** @param key of a payment that may be asked for again: what its grant was taken for is then known to be the same */
  pay(input: InputOf<typeof checkoutPay>, key?: string): Promise<Answer<OutputOf<typeof checkoutPay>>>;
  abandon(input: InputOf<typeof checkoutAbandon>): Promise<Answer<OutputOf<typeof checkoutAbandon>>>;
  challenge(): Promise<Answer<OutputOf<typeof walletChallenge>>>;
  login(input: InputOf<typeof walletLogin>): Promise<Answer<OutputOf<typeof walletLogin>>>;
  logout(): Promise<Answer<null>>;
  whoIsSignedIn(): Promise<Answer<Pick<OutputOf<typeof walletOverview>, 'user_id'>>>;
  /** These ask the browser for a passkey in between. */
  loginByPasskey(): Promise<Answer<OutputOf<typeof walletPasskeyLogin>>>;
  authoriseByPasskey(input: InputOf<typeof checkoutPasskeyRequest>): Promise<Answer<OutputOf<typeof checkoutAuthorisePasskey>>>;
  addPasskey(name: string, input: InputOf<typeof walletPasskeyCreation>): Promise<Answer<OutputOf<typeof walletPasskeyAdd>>>;
  /** Follows an order until the returned function is called; the connection mends itself. */
  watch(token: string, listener: OrderListener): () => void;
}
