import * as tf from '@tensorflow/tfjs-core';
import { LEAST_URGENT, makeSessionNice } from './urgency.ts';

/** After each piece of work the process rests by so many times as long: who waits for a processor has it before the piece's slice is over. */
const RESTS_PER_WORK = 3;
/** Less is not worth a rest, and is counted with what follows. */
const SHORTEST_WORK_MS = 0.2;
/** A payer waits as well: a picture that has taken longer, because others had the processors, is looked at without rests. */
const LONGEST_RESTING_MS = 1000;
const AS_URGENT_AS_OTHERS = 0;

const never = new Int32Array(new SharedArrayBuffer(4));

/**
 * Lets others have the processor while a picture is looked at: a payment wakes several processes one after the other, and each would otherwise
 * wait until the models' slice is over, whatever their niceness.
 */
export class Rests {
  readonly #longestMs: number;
  #until = 0;
  #worked = 0;
  #urgency: number | undefined;

  constructor(longestMs = LONGEST_RESTING_MS) {
    this.#longestMs = longestMs;
  }

  /** A picture is looked at from now on. */
  begin(): void {
    this.#worked = performance.now();
    this.#until = this.#worked + this.#longestMs;
    this.#be(LEAST_URGENT);
  }

  /** Between two steps of a model. */
  step(): void {
    const now = performance.now();
    if (now > this.#until) {
      this.#be(AS_URGENT_AS_OTHERS);
      return;
    }
    const worked = now - this.#worked;
    if (worked < SHORTEST_WORK_MS) return;
    Atomics.wait(never, 0, 0, Math.min(worked * RESTS_PER_WORK, this.#until - now));
    this.#worked = performance.now();
  }

  #be(niceness: number): void {
    if (this.#urgency === niceness) return;
    if (makeSessionNice(niceness)) this.#urgency = niceness;
  }
}

/** Rests before each step of the models on a backend of TensorFlow's. */
export function restBetweenSteps(backend: string, rests: Pick<Rests, 'step'>): void {
  for (const kernel of tf.getKernelsForBackend(backend)) {
    tf.unregisterKernel(kernel.kernelName, backend);
    tf.registerKernel({
      ...kernel,
      kernelFunc: (given) => {
        rests.step();
        return kernel.kernelFunc(given);
      },
    });
  }
}
