import { REQUEST_TIMEOUT_MS } from '@purser/contract/wire';

/**
 * Goes on to another page, by its address or by a form. Resolves where the payer has come back to this one as they left it, or where the other has not
 * come for long.
 */
export function leaveFor(where: string | HTMLFormElement): Promise<void> {
  if (typeof where === 'string') location.assign(where);
  else where.submit();
  return new Promise((resolve) => {
    // Nothing tells that an answer was given up.
    setTimeout(resolve, REQUEST_TIMEOUT_MS);
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) resolve();
    });
  });
}
