import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it, vi } from 'vitest';
import { Rests, restBetweenSteps } from './rests.ts';

const work = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};
const tookMs = (act: () => void): number => {
  const began = performance.now();
  act();
  return performance.now() - began;
};

describe('rests', () => {
  it('take three times as long as the work before them', () => {
    const rests = new Rests();
    rests.begin();
    work(10);
    expect(tookMs(() => rests.step())).toBeGreaterThanOrEqual(29);
    // What has rested has nothing more to rest from.
    work(5);
    expect(tookMs(() => rests.step())).toBeGreaterThanOrEqual(14);
  });

  it('end where a picture has taken too long, and begin again with the next one', () => {
    const rests = new Rests(400);
    rests.begin();
    work(300);
    expect(tookMs(() => rests.step())).toBeLessThan(800);
    work(300);
    expect(tookMs(() => rests.step())).toBeLessThan(800);
    rests.begin();
    work(10);
    expect(tookMs(() => rests.step())).toBeGreaterThanOrEqual(29);
  });

  it('stand before each step of a backend', () => {
    const kernelFunc = vi.fn(() => []);
    tf.registerKernel({ kernelName: 'Abs', backendName: 'rested', kernelFunc });
    const step = vi.fn();
    restBetweenSteps('rested', { step });
    tf.getKernel('Abs', 'rested').kernelFunc({ inputs: {}, backend: {} });
    expect(step).toHaveBeenCalledTimes(1);
    expect(kernelFunc).toHaveBeenCalledTimes(1);
  });
});
