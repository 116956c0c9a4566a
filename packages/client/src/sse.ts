import { createEventParser, type ServerSentEvent } from './sse-parser.ts';

/**
 * Server-sent events over fetch, because EventSource can send no Authorization header. The stream is opened again
 * whenever it ends or falls silent, after a pause that doubles up to a limit, with jitter so that a restarted
 * server is not met by all its clients at once. A stream that ends soon after it stood counts as one that could not be opened: whoever is cut off each
 * second does not ask for everything each second.
 */
export interface StreamSettings {
  readonly open: (signal: AbortSignal) => Promise<Response>;
  /** Called each time a stream stands; what happened before it is unknown, so fetch everything again. */
  readonly onConnected: () => void;
  readonly onEvent: (event: ServerSentEvent) => void;
  /** Called when a stream has ended or could not be opened; another attempt follows. */
  readonly onLost?: () => void;
  /** Ends the whole subscription. */
  readonly signal: AbortSignal;
  readonly firstPauseMs?: number;
  readonly longestPauseMs?: number;
  /** A stream without a byte for this long counts as dead; the server sends a comment more often than that. */
  readonly silenceMs?: number;
  /** How long a stream stands before the pause begins anew. */
  readonly steadyMs?: number;
  readonly random?: () => number;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** How long to wait before attempt number `failures` + 1: between half of the doubled pause and all of it. */
export function pauseBefore(failures: number, first: number, longest: number, random: () => number): number {
  const doubled = Math.min(longest, first * 2 ** Math.min(failures, 30));
  return Math.round(doubled / 2 + (doubled / 2) * random());
}

/** Runs until the signal aborts, or until the server says that the caller is not signed in. */
export async function followEvents(settings: StreamSettings): Promise<void> {
  const { signal, firstPauseMs = 1_000, longestPauseMs = 30_000, random = Math.random, pause = sleep } = settings;
  let failures = 0;
  while (!signal.aborted) {
    const outcome = await followOnce(settings);
    if (outcome === 'signed_out') return;
    settings.onLost?.();
    failures = outcome === 'steady' ? 0 : failures + 1;
    if (!signal.aborted) await pause(pauseBefore(failures, firstPauseMs, longestPauseMs, random), signal);
  }
}

async function followOnce(settings: StreamSettings): Promise<'steady' | 'failed' | 'signed_out'> {
  const silence = new AbortController();
  const stream = AbortSignal.any([settings.signal, silence.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), settings.silenceMs ?? 45_000);
  };
  let isSteady = false;
  let steady: ReturnType<typeof setTimeout> | undefined;
  try {
    heard();
    const response = await settings.open(stream);
    if (response.status === 401) return 'signed_out';
    if (!response.ok || !response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return 'failed';
    steady = setTimeout(() => (isSteady = true), settings.steadyMs ?? 10_000);
    settings.onConnected();
    const parse = createEventParser();
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      heard();
      for (const event of parse(decoder.decode(piece.value, { stream: true }))) settings.onEvent(event);
    }
  } catch {
    // A stream that breaks is opened again; there is nobody to tell.
  } finally {
    clearTimeout(timer);
    clearTimeout(steady);
    silence.abort();
  }
  return isSteady ? 'steady' : 'failed';
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
