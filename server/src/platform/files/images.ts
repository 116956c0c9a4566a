import { join } from 'node:path';
import { HelperProcesses } from './helper-processes.ts';
import type { ImageAnswer, ImageProblem, ImageRequest } from './image-messages.ts';

/** Pictures that are decoded at the same time; each takes a few bytes for every pixel. */
const AT_ONCE = 2;
/** Pictures that wait for their turn. They wait on the disk. */
const MOST_WAITING = 64;
/** Longer than the process gives itself. */
const LONGEST_MS = 15_000;

/** Writes pictures anew, in processes of their own: a few at once, the others in turn. */
export class Images {
  readonly #processes = new HelperProcesses<ImageRequest, ImageAnswer>({
    program: join(import.meta.dirname, 'image-process.ts'),
    atOnce: AT_ONCE,
    mostWaiting: MOST_WAITING,
    longestMs: LONGEST_MS,
  });

  /**
   * Waits for a turn and writes a picture anew; `request` reads it into memory when its turn has come. Whatever ends the process, the picture
   * is one that cannot be read. Refuses with busy when too many wait.
   */
  async rewrite(request: () => Promise<ImageRequest>): Promise<Buffer | ImageProblem> {
    const answer = (await this.#processes.ask(request)) ?? { problem: 'unreadable' };
    return 'bytes' in answer ? Buffer.from(answer.bytes) : answer.problem;
  }

  close(): void {
    this.#processes.close();
  }
}
