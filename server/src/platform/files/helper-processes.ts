import { type ChildProcess, fork } from 'node:child_process';
import { Turns } from './turns.ts';

/** A process that nobody needs gives its memory back. */
const IDLE_MS = 30_000;

interface HelperOptions {
  /** The program's file. It answers each message with one. */
  readonly program: string;
  /** Requests that are worked on at the same time, each by a process of its own. */
  readonly atOnce: number;
  /** Requests that wait for their turn. */
  readonly mostWaiting: number;
  /** After so long a process is ended, and the request was in vain. */
  readonly longestMs: number;
}

/** Work that is done in processes of its own, which know none of our settings: a few at once, the others in turn. */
export class HelperProcesses<Request extends object, Answer extends object> {
  readonly #options: HelperOptions;
  readonly #turns: Turns;
  readonly #idle: HelperProcess<Request, Answer>[] = [];
  #closed = false;

  constructor(options: HelperOptions) {
    this.#options = options;
    this.#turns = new Turns(options.atOnce, options.mostWaiting);
  }

  /**
   * Waits for a turn and asks a process; `request` is made when the turn has come. Undefined where the process ended before it answered.
   * Refuses with busy when too many wait.
   */
  ask(request: () => Promise<Request>): Promise<Answer | undefined> {
    return this.#turns.run(async () => {
      const asked = await request();
      const process = this.#idle.pop() ?? new HelperProcess<Request, Answer>(this.#options, (ended) => this.#forget(ended));
      const answer = await process.ask(asked);
      if (process.isAlive && !this.#closed) {
        this.#idle.push(process);
        process.rest();
      } else process.end();
      return answer;
    });
  }

  close(): void {
    this.#closed = true;
    for (const process of this.#idle.splice(0)) process.end();
  }

  #forget(process: HelperProcess<Request, Answer>): void {
    const at = this.#idle.indexOf(process);
    if (at >= 0) this.#idle.splice(at, 1);
  }
}

/** One child process, which is asked one thing at a time. */
class HelperProcess<Request extends object, Answer extends object> {
  readonly #child: ChildProcess;
  readonly #longestMs: number;
  #answer: ((answer: Answer | undefined) => void) | undefined;
  #restTimer: NodeJS.Timeout | undefined;

  constructor({ program, longestMs }: HelperOptions, ended: (process: HelperProcess<Request, Answer>) => void) {
    this.#longestMs = longestMs;
    // Nothing of our own settings: the master key and the database's address are among them.
    this.#child = fork(program, [], {
      env: { MALLOC_ARENA_MAX: '2' },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('message', (answer: Answer) => this.#settle(answer));
    this.#child.on('error', () => this.#settle(undefined));
    this.#child.on('exit', () => {
      clearTimeout(this.#restTimer);
      this.#settle(undefined);
      ended(this);
    });
  }

  get isAlive(): boolean {
    return this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Undefined, whatever ends the process before it answers. */
  ask(request: Request): Promise<Answer | undefined> {
    clearTimeout(this.#restTimer);
    this.#child.ref();
    this.#child.channel?.ref();
    return new Promise((resolve) => {
      const tooLong = setTimeout(() => this.end(), this.#longestMs);
      this.#answer = (answer) => {
        clearTimeout(tooLong);
        resolve(answer);
      };
      this.#child.send(request, (error) => {
        if (error) this.end();
      });
    });
  }

  rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
    this.#restTimer = setTimeout(() => this.end(), IDLE_MS).unref();
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  #settle(answer: Answer | undefined): void {
    this.#answer?.(answer);
    this.#answer = undefined;
  }
}
