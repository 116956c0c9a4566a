import type { z } from 'zod';
import type { walletChallenge } from './features/wallet.ts';
import type { AddressKind, LoginIdentity } from './sign-in.ts';

export type SliderChallenge = z.infer<(typeof walletChallenge)['output']>;

/** A login form as it is shown: empty at first, with what was typed (never the password) after a refusal. */
export interface LoginDraft {
  readonly kind: LoginIdentity;
  readonly identity: string;
  readonly area_code: string;
  readonly challenge: SliderChallenge | null;
  /** Chose to wait rather than to move the slider. */
  readonly waited: boolean;
  /** Country calling codes with their places' names in the page's language; empty where nobody has to sign in. */
  readonly area_codes: readonly AreaCode[];
  /** A stranger may open a wallet. */
  readonly may_register: boolean;
  /** The browser brings a session that has ended. */
  readonly session_ended: boolean;
}

/** The same for a form that asks where somebody is reached. */
export interface AddressDraft extends Omit<LoginDraft, 'kind' | 'may_register' | 'session_ended'> {
  readonly kind: AddressKind;
  /** What messages can be sent to, in the order in which the form offers it. */
  readonly kinds: readonly AddressKind[];
}

export interface AreaCode {
  readonly code: string;
  readonly label: string;
}

/** Where a wallet user is signed in. */
export interface PayerSession {
  readonly session_id: string;
  readonly ip: string;
  /** Browser and system, as the browser tells them; empty where they are not known. */
  readonly device: string;
  readonly create_time: string;
  readonly last_seen_time: string;
  /** The session that asks. */
  readonly current: boolean;
}
