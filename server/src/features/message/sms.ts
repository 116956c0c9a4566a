import type { SmsSettings } from '@purser/contract/message-provider';
import type { Language } from '@purser/contract/language';
import type { MessageKind } from '@purser/contract/message-kinds';
import { type Agent, errors, request } from 'undici';
import { parseTarget, TargetRefused } from '../../platform/security/ssrf.ts';
import { standardSignature } from '../../platform/security/standard-webhooks.ts';
import { SendFailure } from './send-failure.ts';

export interface SmsProvider {
  readonly settings: SmsSettings;
  /** whsec_ and base64: requests are signed with it. */
  readonly key: string;
}

/** The body of a request to the gateway. docs/operate.md tells its authors about it. */
export interface TextMessage {
  /** The same at every attempt, so that the gateway can drop doubles; also the header webhook-id. */
  readonly id: string;
  readonly kind: MessageKind;
  readonly to: string;
  readonly language: Language;
  readonly text: string;
}

const TIMEOUT_MS = 15_000;
const LARGEST_ANSWER_BYTES = 65_536;
/** Statuses that say "not now"; every other one of 4xx says that this message will not be taken. */
const NOT_NOW: ReadonlySet<number> = new Set([401, 403, 404, 408, 425, 429]);

/** Hands a text message to the provider's gateway, signed as Standard Webhooks 1.0 says. Throws a SendFailure when it does not take it. */
export async function sendSms(
  agent: Agent,
  { settings, key }: SmsProvider,
  message: TextMessage,
  { nowMs, signal, timeoutMs = TIMEOUT_MS }: { readonly nowMs: number; readonly signal: AbortSignal; readonly timeoutMs?: number },
): Promise<void> {
  const body = JSON.stringify(message);
  const timestampS = Math.floor(nowMs / 1000);
  const deadline = AbortSignal.timeout(timeoutMs);
  let status: number;
  try {
    const answer = await request(parseTarget(settings.address), {
      dispatcher: agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Purser-Messages/1',
        'webhook-id': message.id,
        'webhook-timestamp': String(timestampS),
        'webhook-signature': standardSignature(key, { id: message.id, timestampS, body }),
      },
      body,
      signal: AbortSignal.any([signal, deadline]),
    });
    status = answer.statusCode;
    await answer.body.dump({ limit: LARGEST_ANSWER_BYTES, signal: deadline }).catch(() => {});
  } catch (error) {
    throw failureOf(error, deadline.aborted || signal.aborted);
  }
  if (status >= 200 && status < 300) return;
  if (status === 401 || status === 403) throw new SendFailure('login_refused', { replyCode: status });
  const refused = status >= 400 && status < 500 && !NOT_NOW.has(status);
  throw new SendFailure(refused ? 'refused' : 'deferred', { replyCode: status, final: refused });
}

function failureOf(error: unknown, outOfTime: boolean): SendFailure {
  if (error instanceof TargetRefused) return new SendFailure(error.problem === 'unresolved' ? 'connection' : 'target_refused');
  if (
    outOfTime ||
    error instanceof errors.ConnectTimeoutError ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError
  ) {
    return new SendFailure('timeout');
  }
  const { code } = error as { code?: unknown };
  return new SendFailure(typeof code === 'string' && /CERT|TLS|SSL|SIGNATURE/.test(code) ? 'tls' : 'connection');
}
