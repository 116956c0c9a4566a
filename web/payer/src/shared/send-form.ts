import type { PayerPage } from '@purser/contract/payer-pages';
import { REQUEST_TIMEOUT_MS } from '@purser/contract/wire';
import { signalAfter } from './signal-after.ts';

const DATA = /<script type="application\/json" id="data">(.*?)<\/script>/s;

/** The page that a document of ours shows; null where it is none of ours. */
export function pageIn(html: string): PayerPage | null {
  try {
    return (JSON.parse(DATA.exec(html)?.[1] ?? '') as { page: PayerPage }).page;
  } catch {
    return null;
  }
}

/** A page as it stands now. The script of another build may show what this one's cannot. */
interface PageNow {
  readonly page: PayerPage;
  readonly isOfThisBuild: boolean;
}

/** The page at an address; null where it did not come. */
export async function pageAt(address: string): Promise<PageNow | null> {
  try {
    const response = await fetch(address, { signal: signalAfter(REQUEST_TIMEOUT_MS) });
    const html = await response.text();
    const page = pageIn(html);
    const script = document.querySelector('script[src^="/payer/"]')?.getAttribute('src') ?? '';
    return page && { page, isOfThisBuild: html.includes(script) };
  } catch {
    return null;
  }
}

/** Sends a plain form while its page stays, and reads the page that the answer leads to; null where none came. */
export async function sendForm(action: string, fields: Readonly<Record<string, string>>): Promise<PayerPage | null> {
  try {
    const response = await fetch(action, {
      method: 'POST',
      body: new URLSearchParams(fields),
      signal: signalAfter(REQUEST_TIMEOUT_MS),
    });
    return pageIn(await response.text());
  } catch {
    return null;
  }
}
