import { createEventParser, type ServerSentEvent } from './sse-parser.ts';

/**
 * Server-sent events over fetch, because EventSource can send no Authorization header. The stream is opened again
 * whenever it ends or falls silent, after a pause that doubles up to a limit, with jitter so that a restarted
 * server is not met by all its clients at once.
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
  readonly random?: () => number;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** How long to wait before attempt number `failures` + 1: between half of the doubled pause and all of it. */
export function pauseBefore(failures: number, first: number, longest: number, random: () => number): number {
  const doubled = Math.min(longest, first * 2 ** Math.min(failures, 30));
  return Math.round(doubled / 2 + (doubled / 2) * random());
}

/** Runs until the signal aborts, or for good when the server says that the caller is not signed in. */
export async function followEvents(settings: StreamSettings): Promise<void> {
  const { signal, firstPauseMs = 1_000, longestPauseMs = 30_000, random = Math.random, pause = sleep } = settings;
  let failures = 0;
  while (!signal.aborted) {
    const outcome = await followOnce(settings);
    if (outcome === 'signed_out') return;
    settings.onLost?.();
    failures = outcome === 'connected' ? 0 : failures + 1;
    if (!signal.aborted) await pause(pauseBefore(failures, firstPauseMs, longestPauseMs, random), signal);
  }
}

async function followOnce(settings: StreamSettings): Promise<'connected' | 'failed' | 'signed_out'> {
  const silence = new AbortController();
  const stream = AbortSignal.any([settings.signal, silence.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), settings.silenceMs ?? 45_000);
  };
  let connected = false;
  try {
    heard();
    const response = await settings.open(stream);
    if (response.status === 401 || response.status === 403) return 'signed_out';
    if (!response.ok || !response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return 'failed';
    connected = true;
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
    silence.abort();
  }
  return connected ? 'connected' : 'failed';
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
