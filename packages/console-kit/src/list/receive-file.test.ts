import { expect, test } from 'vitest';
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
