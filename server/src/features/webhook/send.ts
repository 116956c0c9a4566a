import { errors, request, type Agent } from 'undici';
import type { Platform } from '../../platform/platform.ts';
import { parseTarget, TargetRefused } from '../../platform/security/ssrf.ts';
import type { AttemptProblem } from './problems.ts';
import { webhookSignature } from './signing.ts';

/** How long one attempt may take in all, from the look-up of the name to the end of the answer. */
const ATTEMPT_TIMEOUT_MS = 15_000;
/** An answer's body says nothing to us; this much is read so that the connection can be kept, then it is cut. */
const LARGEST_ANSWER_BYTES = 65_536;

export interface Message {
  /** The event's id, the same at every attempt. */
  readonly id: string;
  readonly body: string;
  readonly address: string;
  readonly sealedSecret: Buffer;
}

export interface Attempt {
  readonly httpStatus: number | null;
  readonly durationMs: number;
  readonly problem: AttemptProblem | null;
  /** How long the receiver asks us to wait, in seconds. */
  readonly retryAfterS: number;
  /** The beginning of the answer's body, where it was asked for and came. */
  readonly answer: string | null;
}

/** A message as it goes out. */
export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Signs a message as Standard Webhooks 1.0 says. `timestampS` is when it is sent, in seconds. */
export function signedRequest(
  { secrets }: Pick<Platform, 'secrets'>,
  message: Omit<Message, 'address'>,
  timestampS: number,
): SignedRequest {
  const { id, body, sealedSecret } = message;
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Purser-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': webhookSignature(secrets, sealedSecret, { id, timestampS, body }),
    },
    body,
  };
}

interface SendOptions {
  readonly stop?: AbortSignal;
  readonly timeoutMs?: number;
  /** The time that is signed; now unless said. */
  readonly timestampS?: number;
  /** How many characters of the answer are wanted; none unless said. */
  readonly answerChars?: number;
}

/** Sends one message as Standard Webhooks 1.0 says. Whatever happens is a result; only `stop` makes it throw. */
export async function sendMessage(
  agent: Agent,
  platform: Pick<Platform, 'secrets' | 'clock'>,
  message: Message,
  { stop, timeoutMs = ATTEMPT_TIMEOUT_MS, timestampS = Math.floor(platform.clock.nowMs() / 1000), answerChars = 0 }: SendOptions = {},
): Promise<Attempt> {
  const startedAt = performance.now();
  const deadline = AbortSignal.timeout(timeoutMs);
  const ended = (rest: Pick<Attempt, 'httpStatus' | 'problem'> & Partial<Attempt>): Attempt => ({
    durationMs: Math.round(performance.now() - startedAt),
    retryAfterS: 0,
    answer: null,
    ...rest,
  });
  try {
    const url = parseTarget(message.address);
    const answer = await request(url, {
      dispatcher: agent,
      method: 'POST',
      ...signedRequest(platform, message, timestampS),
      signal: stop ? AbortSignal.any([stop, deadline]) : deadline,
    });
    // The status is the answer; a body that is cut or never ends takes nothing back.
    const shown = answerChars > 0 ? await beginningOf(answer.body, answerChars, deadline) : null;
    await answer.body.dump({ limit: LARGEST_ANSWER_BYTES, signal: deadline }).catch(() => {});
    const retryAfterS = Number(answer.headers['retry-after'] ?? 0);
    return ended({
      httpStatus: answer.statusCode,
      problem: problemOfStatus(answer.statusCode),
      retryAfterS: retryAfterS > 0 && Number.isFinite(retryAfterS) ? retryAfterS : 0,
      answer: shown,
    });
  } catch (error) {
    if (stop?.aborted) throw error;
    return ended({ httpStatus: null, problem: deadline.aborted ? 'timeout' : problemOfError(error) });
  }
}

/** The first characters of a body, as far as it comes; what is no text in it is replaced, and nothing in it is hidden. */
async function beginningOf(body: AsyncIterable<Uint8Array>, chars: number, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length >= chars || signal.aborted) break;
    }
  } catch {
    // The connection broke off: what came is shown.
  }
  return text.slice(0, chars).toWellFormed().replaceAll('\0', '\uFFFD');
}

function problemOfStatus(status: number): AttemptProblem | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

function problemOfError(error: unknown): AttemptProblem {
  if (error instanceof TargetRefused) return error.problem;
  if (
    error instanceof errors.ConnectTimeoutError ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError
  ) {
    return 'timeout';
  }
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /CERT|TLS|SSL|SIGNATURE/.test(code) ? 'tls' : 'connection';
}
