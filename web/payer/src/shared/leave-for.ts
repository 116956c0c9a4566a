import { REQUEST_TIMEOUT_MS } from '@purser/contract/wire';

/** Goes on to another page. Resolves where the payer has come back to this one as they left it, or where the other has not come for long. */
export function leaveFor(address: string): Promise<void> {
  location.assign(address);
  return new Promise((resolve) => {
    // Nothing tells that an answer was given up.
    setTimeout(resolve, REQUEST_TIMEOUT_MS);
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) resolve();
    });
  });
}
