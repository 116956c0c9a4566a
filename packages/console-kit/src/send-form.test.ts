import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { REQUEST_TIMEOUT_MS } from '@purser/contract/wire';
import { sendForm } from './send-form.ts';

/** An upload that is sent piece by piece and never answered. */
class Unanswered extends EventTarget {
  static last: Unanswered;
  readonly upload = new EventTarget();
  aborted = false;
  open(): void {
    Unanswered.last = this;
  }
  setRequestHeader(): void {}
  send(): void {}
  abort(): void {
    this.aborted = true;
    this.dispatchEvent(new Event('abort'));
    this.dispatchEvent(new Event('loadend'));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', Unanswered);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('gives up an upload that gets no answer, a request’s time after the last of it was sent', async () => {
  const outcome = sendForm('/v1/file', new FormData(), { headers: {} }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS - 1);
  Unanswered.last.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 2 }));
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS - 1);
  expect(Unanswered.last.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(Unanswered.last.aborted).toBe(true);
  expect(await outcome).toMatchObject({ name: 'NoAnswer', reason: 'timeout' });
});
