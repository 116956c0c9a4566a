import type { Platform } from '../platform.ts';
import type { Session } from '../security/sessions.ts';
import type { EventStream } from './sse.ts';

/** Every stream's session is asked about this often, for an end that nobody told of: it expired, or was ended by hand. */
const CHECKED_EVERY_MS = 10_000;

interface Watched {
  readonly session: Pick<Session, 'ownerId' | 'party'>;
  readonly token: string;
  /** Where the stream goes. */
  readonly ip: string;
  stream: EventStream | undefined;
}

/**
 * Ends the streams whose sessions have ended, or may not be used from their address any more: at once when it is told that a session of
 * their owner has, and otherwise within seconds. Whoever is sent away comes back with an ordinary request, and is told why.
 */
export class SessionWatch {
  readonly #platform: Platform;
  readonly #everyMs: number;
  readonly #watched = new Set<Watched>();
  #stop: (() => void) | undefined;

  constructor(platform: Platform, everyMs = CHECKED_EVERY_MS) {
    this.#platform = platform;
    this.#everyMs = everyMs;
  }

  /** Opens a stream that does not outlive the session of a token. */
  open(session: Watched['session'], { token, ip }: Pick<Watched, 'token' | 'ip'>, open: (onClose: () => void) => EventStream): EventStream {
    const watched: Watched = { session, token, ip, stream: undefined };
    this.#watched.add(watched);
    this.#stop ??= this.#start();
    try {
      watched.stream = open(() => this.#forget(watched));
      return watched.stream;
    } catch (error) {
      this.#forget(watched);
      throw error;
    }
  }

  #forget(watched: Watched): void {
    this.#watched.delete(watched);
    if (this.#watched.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
  }

  #start(): () => void {
    const timer = setInterval(() => this.#check([...this.#watched]), this.#everyMs).unref();
    const unsubscribe = this.#platform.hub.onEnded((ownerIds) => {
      this.#check([...this.#watched].filter(({ session }) => ownerIds === undefined || ownerIds.includes(session.ownerId)));
    });
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }

  /** All are asked about at the same time, which makes one query of it. */
  #check(watched: readonly Watched[]): void {
    for (const one of watched) {
      this.#isWelcome(one).then(
        (welcome) => welcome || one.stream?.end(),
        () => one.stream?.end(),
      );
    }
  }

  async #isWelcome({ session: { party }, token, ip }: Watched): Promise<boolean> {
    // The console closes in maintenance; whoever holds an order may still pay it.
    if (party === 'merchant' && (await this.#platform.maintenance.isRunning())) return false;
    return this.#platform.sessions.holds(party, token, ip);
  }
}
