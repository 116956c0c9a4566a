import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, Envelope, OutputOf } from '@purser/contract/call';
import type { FacePrompt } from '@purser/contract/face';
import { faceFrame, faceSession } from '@purser/contract/features/face';
import { takeLongSlices } from '../../server/src/features/face/engine/slices.ts';
import { LEAST_URGENT, makeSessionNice } from '../../server/src/features/face/engine/urgency.ts';

/**
 * Payers who confirm by face, in a process apart from the one that measures what others notice of it: what payers' devices do takes none of its
 * time. It is told once whom to play, plays them until it is told anything more, and answers, once nobody is in the middle of a confirmation, how it went for each.
 */

export interface FacePayers {
  readonly baseUrl: string;
  /** Each payer's cookie, and the order whose payment they confirm again and again. */
  readonly payers: readonly { readonly cookie: string; readonly order: string }[];
  /** Pictures as base64 that show what is asked for. */
  readonly film: Readonly<Record<FacePrompt, readonly string[]>>;
}

/** How it went for a payer. */
export interface Confirmed {
  readonly confirmations: number;
  /** Pictures that were looked at, and those that were refused because too many waited. */
  readonly looked: number;
  readonly refused: number;
}

/** As the payer's page waits before it shows another picture after one that was refused. */
const WAIT_MS = 800;

const over = new AbortController();

process.once('message', async (asked: FacePayers) => {
  process.once('message', () => over.abort());
  await leaveProcessorsToOthers();
  const all = await Promise.all(asked.payers.map((payer) => keepConfirming(asked, payer)));
  process.send?.(all, () => process.exit());
});
process.on('disconnect', () => process.exit());

/** Payers' devices have processors of their own: here they may have what others leave. The session is this process's own. */
async function leaveProcessorsToOthers(): Promise<void> {
  setPriority(LEAST_URGENT);
  makeSessionNice(LEAST_URGENT);
  await takeLongSlices();
}

async function keepConfirming(
  { baseUrl, film }: Omit<FacePayers, 'payers'>,
  { cookie, order }: FacePayers['payers'][number],
): Promise<Confirmed> {
  const ask = async <Data>({ path }: Call, input: object): Promise<Data | 'busy'> => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), cookie };
    const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(input) });
    const { msg, detail, data } = (await response.json()) as Envelope<Data>;
    if (msg === 'face_busy') return 'busy';
    if (msg !== 'ok') throw new Error(`${path} was refused: ${detail}`);
    return data;
  };
  let [confirmations, looked, refused, shown] = [0, 0, 0, 0];
  while (!over.signal.aborted) {
    const begun = await ask<OutputOf<typeof faceSession>>(faceSession, { token: order });
    if (begun === 'busy') throw new Error('a confirmation was not begun');
    let prompt: FacePrompt | null = begun.prompt;
    // One that is left in the middle would count as a failed attempt.
    while (prompt !== null) {
      const pictures: readonly string[] = film[prompt];
      shown += 1;
      const seen: OutputOf<typeof faceFrame> | 'busy' = await ask(faceFrame, {
        session_id: begun.session_id,
        frame: pictures[shown % pictures.length],
      });
      if (seen === 'busy') {
        refused += 1;
        await sleep(WAIT_MS);
        continue;
      }
      looked += 1;
      if (seen.failure) throw new Error(`a confirmation failed: ${seen.failure}`);
      if (seen.state === 'passed') confirmations += 1;
      ({ prompt } = seen);
    }
  }
  return { confirmations, looked, refused };
}
