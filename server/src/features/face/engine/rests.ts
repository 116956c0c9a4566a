import * as tf from '@tensorflow/tfjs-core';

/** After so much work in one go the processor is left for so long. */
const WORK_MS = 0.2;
const REST_MS = 0.3;

/**
 * Lets the models rest after each of their steps that ends so much work: a process that others wait for keeps a processor from them until it sleeps
 * or its slice is over, however little urgent it is, and a payment waits at each of the processes that it goes through.
 */
export function restBetweenSteps(): void {
  const engine = tf.engine();
  const run = engine.runKernel.bind(engine);
  const bed = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let rested = performance.now();
  engine.runKernel = (...step) => {
    const made = run<ReturnType<typeof run>>(...step);
    if (performance.now() - rested >= WORK_MS) {
      // Nobody wakes it before.
      Atomics.wait(bed, 0, 0, REST_MS);
      rested = performance.now();
    }
    return made as never;
  };
}
