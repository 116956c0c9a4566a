import type { PasskeyAssertion } from '@purser/contract/passkey';
import { createContext, useContext } from 'react';

/** By what the signed-in user may confirm an act. */
export interface ConfirmingWays {
  /** A code of the authenticator app. */
  readonly code: boolean;
  /** Asks the browser for one of the user's passkeys; rejects when none was used. */
  readonly passkey?: (() => Promise<PasskeyAssertion>) | undefined;
}

/** By a code alone, unless an app says otherwise. */
const Ways = createContext<ConfirmingWays>({ code: true });
export const ConfirmingWaysProvider = Ways.Provider;

export function useConfirmingWays(): ConfirmingWays {
  return useContext(Ways);
}
