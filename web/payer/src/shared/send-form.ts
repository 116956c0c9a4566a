import type { PayerPage } from '@purser/contract/payer-pages';
import { REQUEST_TIMEOUT_MS } from '@purser/contract/wire';
import { signalAfter } from './signal-after.ts';

const DATA = /<script type="application\/json" id="data">(.*?)<\/script>/s;

/** Sends a plain form while its page stays, and reads the page that the answer leads to; null where none came. */
export async function sendForm(action: string, fields: Readonly<Record<string, string>>): Promise<PayerPage | null> {
  try {
    const response = await fetch(action, {
      method: 'POST',
      body: new URLSearchParams(fields),
      signal: signalAfter(REQUEST_TIMEOUT_MS),
    });
    const [, data = ''] = DATA.exec(await response.text()) ?? [];
    return (JSON.parse(data) as { page: PayerPage }).page;
  } catch {
    return null;
  }
}
