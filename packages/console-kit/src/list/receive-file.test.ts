import { REQUEST_TIMEOUT_MS } from '@purser/contract/wire';
import { afterEach, expect, test, vi } from 'vitest';
import { receiveFile, type Progress } from './receive-file.ts';

function answer(pieces: readonly string[], headers: Record<string, string>, breaks = false): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      if (breaks) controller.error(new TypeError('connection lost'));
      else controller.close();
    },
  });
  return new Response(body, { headers });
}

test('receives a text file whole and counts its rows', async () => {
  const told: Progress[] = [];
  const response = answer(['time,amount\n1,', '2\n3,4\n'], {
    'content-type': 'text/csv; charset=utf-8',
    'purser-export-rows': '2',
  });
  const file = await receiveFile(response, (progress) => told.push(progress));
  expect(file.rows).toBe(2);
  expect(await file.blob.text()).toBe('time,amount\n1,2\n3,4\n');
  expect(told.at(-1)).toEqual({ rowsExpected: 2, rowsReceived: 2, bytesReceived: 20 });
});

test('a spreadsheet tells bytes only', async () => {
  const told: Progress[] = [];
  await receiveFile(answer(['\n\n\n'], { 'content-type': 'application/zip' }), (progress) => told.push(progress));
  expect(told.at(-1)).toEqual({ rowsExpected: undefined, rowsReceived: undefined, bytesReceived: 3 });
});

test('a stream that breaks off is no file', async () => {
  await expect(receiveFile(answer([], { 'content-type': 'text/csv' }, true), () => {})).rejects.toThrow('connection lost');
});

afterEach(() => void vi.useRealTimers());

/** A file of which another piece comes when it is told to. */
function slowFile() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isGivenUp = false;
  const body = new ReadableStream<Uint8Array>({
    start: (own) => void (controller = own),
    cancel: () => void (isGivenUp = true),
  });
  return {
    response: new Response(body, { headers: { 'content-type': 'text/csv' } }),
    more: () => controller?.enqueue(new TextEncoder().encode('1,2\n')),
    end: () => controller?.close(),
    isGivenUp: () => isGivenUp,
  };
}

test('a slow file is waited for as long as more of it comes', async () => {
  vi.useFakeTimers();
  const { response, more, end } = slowFile();
  const file = receiveFile(response, () => {});
  for (let piece = 0; piece < 3; piece += 1) {
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS - 1);
    more();
  }
  await vi.advanceTimersByTimeAsync(0);
  end();
  expect((await file).blob.size).toBe(12);
});

test('a file that has stopped coming is no file', async () => {
  vi.useFakeTimers();
  const { response, more, isGivenUp } = slowFile();
  const outcome = receiveFile(response, () => {}).catch((error: unknown) => error);
  more();
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS + 1);
  expect(isGivenUp()).toBe(true);
  expect(await outcome).toBeInstanceOf(Error);
});
