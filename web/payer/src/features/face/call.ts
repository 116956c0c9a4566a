import { IDEMPOTENCY_HEADER, REQUEST_TIMEOUT_MS } from '@purser/contract/wire';
import type { Envelope } from '@purser/contract/call';
import type { Language } from '@purser/contract/language';
import { NO_ANSWER, type Answer } from '../../shared/actions.ts';
import { signalAfter } from '../../shared/signal-after.ts';

type FaceCall = 'faceEnrolDocument' | 'faceEnrolSelfie' | 'faceFrame' | 'faceSession';

/** A call of these pages alone. A lost answer is asked for once more, under the same key, so that nothing is done or looked at twice. */
export async function ask<Data>(call: FaceCall, input: object, language: Language, lost: string): Promise<Answer<Data>> {
  const key = crypto.randomUUID();
  // Made by the build, for browsers: the server draws these pages without it.
  const { [call]: path } = await import('virtual:call-paths');
  const once = async (): Promise<Answer<Data>> => {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', language, [IDEMPOTENCY_HEADER]: key },
      body: JSON.stringify(input),
      signal: signalAfter(REQUEST_TIMEOUT_MS),
    });
    const { msg, detail, data } = (await response.json()) as Envelope<Data>;
    return msg === 'ok' || msg === 'already_done' ? { ok: true, outcome: msg, data } : { ok: false, outcome: msg, detail };
  };
  try {
    return await once();
  } catch {
    return once().catch(() => ({ ok: false, outcome: NO_ANSWER, detail: lost }) as const);
  }
}
