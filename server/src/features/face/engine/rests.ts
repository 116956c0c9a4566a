import * as tf from '@tensorflow/tfjs-core';

/** After so much work in one go the processor is left for so long. */
const WORK_MS = 0.2;
const REST_MS = 0.3;
/** On a machine whose processors others have, each rest ends late: a picture that has taken so long is looked at without any more. */
const RESTING_MS = 500;

const bed = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
let rested = performance.now();
let began = rested;

/** A picture is looked at from now on. */
export function beginPicture(): void {
  began = performance.now();
}

/**
 * Rests, if there was enough work since the last time. A process that others wait for keeps a processor from them until it sleeps or its slice is
 * over, however little urgent it is, and a payment waits at each of the processes that it goes through.
 */
export function rest(): void {
  const now = performance.now();
  if (now - rested < WORK_MS || now - began > RESTING_MS) return;
  // Nobody wakes it before.
  Atomics.wait(bed, 0, 0, REST_MS);
  rested = performance.now();
}

/** Lets the models rest after each of their steps. */
export function restBetweenSteps(): void {
  const engine = tf.engine();
  const run = engine.runKernel.bind(engine);
  engine.runKernel = (...step) => {
    const made = run<ReturnType<typeof run>>(...step);
    rest();
    return made as never;
  };
}
