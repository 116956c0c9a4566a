import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { Turns } from './turns.ts';
import type { ImageAnswer, ImageProblem, ImageRequest } from './image-messages.ts';

const PROGRAM = join(import.meta.dirname, 'image-process.ts');
/** Longer than the process gives itself. */
const LONGEST_MS = 15_000;
/** A process that nobody needs gives its memory back. */
const IDLE_MS = 30_000;

/** Pictures that are decoded at the same time; each takes a few bytes for every pixel. */
const AT_ONCE = 2;
/** Pictures that wait for their turn. They wait on the disk. */
const MOST_WAITING = 64;

/** Writes pictures anew, in processes of their own: a few at once, the others in turn. */
export class Images {
  readonly #turns = new Turns(AT_ONCE, MOST_WAITING);
  readonly #idle: ImageProcess[] = [];
  #closed = false;

  /**
   * Waits for a turn and writes a picture anew; `request` reads it into memory when its turn has come. Refuses with busy when too many wait.
   */
  rewrite(request: () => Promise<ImageRequest>): Promise<Buffer | ImageProblem> {
    return this.#turns.run(async () => {
      const asked = await request();
      const process = this.#idle.pop() ?? new ImageProcess((ended) => this.#forget(ended));
      const answer = await process.ask(asked);
      if (process.isAlive && !this.#closed) {
        this.#idle.push(process);
        process.rest();
      } else process.end();
      return 'bytes' in answer ? Buffer.from(answer.bytes) : answer.problem;
    });
  }

  close(): void {
    this.#closed = true;
    for (const process of this.#idle.splice(0)) process.end();
  }

  #forget(process: ImageProcess): void {
    const at = this.#idle.indexOf(process);
    if (at >= 0) this.#idle.splice(at, 1);
  }
}

/** One child process, which is asked one thing at a time. */
class ImageProcess {
  readonly #child: ChildProcess;
  readonly #ended: (process: ImageProcess) => void;
  #answer: ((answer: ImageAnswer) => void) | undefined;
  #restTimer: NodeJS.Timeout | undefined;

  constructor(ended: (process: ImageProcess) => void) {
    this.#ended = ended;
    // Nothing of our own settings: the master key and the database's address are among them.
    this.#child = fork(PROGRAM, [], {
      env: { MALLOC_ARENA_MAX: '2' },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('message', (answer: ImageAnswer) => this.#settle(answer));
    this.#child.on('error', () => this.#settle({ problem: 'unreadable' }));
    this.#child.on('exit', () => {
      clearTimeout(this.#restTimer);
      this.#settle({ problem: 'unreadable' });
      this.#ended(this);
    });
  }

  get isAlive(): boolean {
    return this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Whatever ends the process before it answers, the picture is one that cannot be read. */
  ask(request: ImageRequest): Promise<ImageAnswer> {
    clearTimeout(this.#restTimer);
    this.#child.ref();
    this.#child.channel?.ref();
    return new Promise((resolve) => {
      const tooLong = setTimeout(() => this.end(), LONGEST_MS);
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

  #settle(answer: ImageAnswer): void {
    this.#answer?.(answer);
    this.#answer = undefined;
  }
}
