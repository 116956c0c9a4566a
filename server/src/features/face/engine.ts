import { type ChildProcess, fork } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { Turns } from '../../platform/files/turns.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Look, LookRequest } from './engine/messages.ts';
import { LEAST_URGENT } from './engine/urgency.ts';

const PROGRAM = join(import.meta.dirname, 'engine/process.ts');
/** Pictures that wait for their turn behind the one that is looked at. */
const MOST_WAITING = 8;
const LONGEST_MS = 20_000;
/** A process's first picture also waits until the models are loaded; ended in between, the next process would begin with them anew, and never get further. */
const LOADING_MS = 25_000;
/** A process that nobody needs gives its memory back. */
const IDLE_MS = 60_000;
/** By how much less urgent its process is than the api's, whatever that is started with: it may wait, and still has a tenth of a busy machine. */
const LESS_URGENT = 10;

/** What looks for a face in a picture. */
export interface FaceLooker {
  look(request: LookRequest): Promise<Look>;
}

/**
 * Looks at pictures for faces in a process of its own, one after the other; it is started when it is asked, and ends when it is idle. Refuses with
 * face_busy when too many wait, or when it takes too long: that says nothing of the picture. One on which it ends cannot be read.
 */
export class FaceEngine implements FaceLooker {
  readonly #turns = new Turns(1, MOST_WAITING);
  readonly #longestMs: number;
  readonly #loadingMs: number;
  #asked = 0;
  #child: ChildProcess | undefined;
  #isLoaded = false;
  #answer: ((look: Look) => void) | undefined;
  #restTimer: NodeJS.Timeout | undefined;

  constructor(longestMs = LONGEST_MS, loadingMs = LOADING_MS) {
    this.#longestMs = longestMs;
    this.#loadingMs = loadingMs;
  }

  async look(request: LookRequest): Promise<Look> {
    if (this.#asked > MOST_WAITING) throw refuse('face_busy');
    this.#asked += 1;
    try {
      return await this.#turns.run(() => this.#ask(request));
    } finally {
      this.#asked -= 1;
    }
  }

  /** The process's number while there is one. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  close(): void {
    this.#child?.kill('SIGKILL');
  }

  #ask(request: LookRequest): Promise<Look> {
    clearTimeout(this.#restTimer);
    const child = this.#child ?? this.#start();
    child.ref();
    child.channel?.ref();
    return new Promise((resolve, reject) => {
      const tooLong = setTimeout(
        () => {
          // The next picture gets another process; what this one still says is not heard.
          this.#child = undefined;
          this.#answer = undefined;
          child.kill('SIGKILL');
          reject(refuse('face_busy'));
        },
        this.#longestMs + (this.#isLoaded ? 0 : this.#loadingMs),
      );
      this.#answer = (look) => {
        clearTimeout(tooLong);
        this.#isLoaded = true;
        this.#answer = undefined;
        this.#rest(child);
        resolve(look);
      };
      child.send(request, (error) => {
        if (error) child.kill('SIGKILL');
      });
    });
  }

  #start(): ChildProcess {
    // Nothing of our own settings: the master key and the database's address are among them.
    const child = fork(PROGRAM, [], {
      env: { MALLOC_ARENA_MAX: '2' },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // A session of its own, which Linux lets be less urgent than others as a whole.
      detached: true,
    });
    if (child.pid !== undefined) makeNice(child.pid);
    child.on('message', (look: Look) => {
      if (this.#child === child) this.#answer?.(look);
    });
    const ended = (): void => {
      if (this.#child !== child) return;
      this.#child = undefined;
      clearTimeout(this.#restTimer);
      this.#answer?.({ problem: 'unreadable', pixels: '' });
    };
    child.on('error', ended);
    child.on('exit', ended);
    this.#child = child;
    this.#isLoaded = false;
    return child;
  }

  #rest(child: ChildProcess): void {
    child.unref();
    child.channel?.unref();
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => child.kill('SIGKILL'), IDLE_MS).unref();
  }
}

function makeNice(pid: number): void {
  try {
    setPriority(pid, Math.min(getPriority() + LESS_URGENT, LEAST_URGENT));
  } catch {
    // It has ended already, which is told otherwise, or it may not be made to wait.
  }
}
