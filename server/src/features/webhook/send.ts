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
}

/** Sends one message as Standard Webhooks 1.0 says. Whatever happens is a result; only `stop` makes it throw. */
export async function sendMessage(
  agent: Agent,
  { secrets, clock }: Pick<Platform, 'secrets' | 'clock'>,
  message: Message,
  { stop, timeoutMs = ATTEMPT_TIMEOUT_MS }: { readonly stop?: AbortSignal; readonly timeoutMs?: number } = {},
): Promise<Attempt> {
  const startedAt = performance.now();
  const timestampS = Math.floor(clock.nowMs() / 1000);
  const deadline = AbortSignal.timeout(timeoutMs);
  const ended = (rest: Pick<Attempt, 'httpStatus' | 'problem'> & Partial<Attempt>): Attempt => ({
    durationMs: Math.round(performance.now() - startedAt),
    retryAfterS: 0,
    ...rest,
  });
  try {
    const url = parseTarget(message.address);
    const answer = await request(url, {
      dispatcher: agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Purser-Webhooks/1',
        'webhook-id': message.id,
        'webhook-timestamp': String(timestampS),
        'webhook-signature': webhookSignature(secrets, message.sealedSecret, { id: message.id, timestampS, body: message.body }),
      },
      body: message.body,
      signal: stop ? AbortSignal.any([stop, deadline]) : deadline,
    });
    // The status is the answer; a body that is cut or never ends takes nothing back.
    await answer.body.dump({ limit: LARGEST_ANSWER_BYTES, signal: deadline }).catch(() => {});
    const retryAfterS = Number(answer.headers['retry-after'] ?? 0);
    return ended({
      httpStatus: answer.statusCode,
      problem: problemOfStatus(answer.statusCode),
      retryAfterS: retryAfterS > 0 && Number.isFinite(retryAfterS) ? retryAfterS : 0,
    });
  } catch (error) {
    if (stop?.aborted) throw error;
    return ended({ httpStatus: null, problem: deadline.aborted ? 'timeout' : problemOfError(error) });
  }
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
