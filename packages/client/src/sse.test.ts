import { expect, test } from 'vitest';
import { createEventParser, type ServerSentEvent } from './sse-parser.ts';
import { followEvents, pauseBefore } from './sse.ts';

test('parses events however the stream is cut, and ignores comments', () => {
  const parse = createEventParser();
  const pieces = [': ping\n\nevent: cha', 'nged\r', '\ndata: {"topics":', '["orders"]}\r\n\r\ndata: one\ndata: two\n', '\n'];
  expect(pieces.flatMap(parse)).toEqual([
    { event: 'changed', data: '{"topics":["orders"]}' },
    { event: 'message', data: 'one\ntwo' },
  ]);
});

test('the pause doubles up to its limit, and jitter keeps half of it', () => {
  expect([0, 1, 2, 9, 99].map((failures) => pauseBefore(failures, 1_000, 30_000, () => 1))).toEqual([1_000, 2_000, 4_000, 30_000, 30_000]);
  expect(pauseBefore(2, 1_000, 30_000, () => 0)).toBe(2_000);
});

function streamOf(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
}

const STEADY_MS = 100;

/** A stream that stands for longer than it takes to be steady, counted from when it is read. */
function steadyStreamOf(text: string): Response {
  let pulls = 0;
  const body = new ReadableStream(
    {
      pull: (controller) => {
        pulls += 1;
        if (pulls === 1) return controller.enqueue(new TextEncoder().encode(text));
        return new Promise<void>((resolve) => {
          setTimeout(() => {
            controller.close();
            resolve();
          }, STEADY_MS + 20);
        });
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

interface Scene {
  readonly connected: number;
  readonly lost: number;
  readonly pauses: number[];
  readonly events: ServerSentEvent[];
}

async function follow(answers: readonly (() => Response | Promise<Response>)[]): Promise<Scene> {
  const ended = new AbortController();
  const scene = { connected: 0, lost: 0, pauses: [] as number[], events: [] as ServerSentEvent[] };
  let attempt = 0;
  await followEvents({
    open: async () => {
      const answer = answers[attempt];
      attempt += 1;
      if (!answer) throw new Error('no more answers');
      return answer();
    },
    onConnected: () => (scene.connected += 1),
    onLost: () => (scene.lost += 1),
    onEvent: (event) => scene.events.push(event),
    signal: ended.signal,
    steadyMs: STEADY_MS,
    random: () => 1,
    pause: async (ms) => {
      scene.pauses.push(ms);
      if (attempt >= answers.length) ended.abort();
    },
  });
  return scene;
}

test('connects again after a break, saying so each time, and backs off while it fails', async () => {
  const broken = () => Promise.reject(new TypeError('Failed to fetch'));
  const scene = await follow([
    () => steadyStreamOf('event: changed\ndata: {}\n\n'),
    broken,
    () => new Response('', { status: 503 }),
    () => steadyStreamOf('event: changed\ndata: {}\n\n'),
  ]);
  expect(scene.connected).toBe(2);
  expect(scene.lost).toBe(4);
  expect(scene.events).toHaveLength(2);
  expect(scene.pauses).toEqual([1_000, 2_000, 4_000, 1_000]);
});

test('does not ask again and again where each stream is cut as soon as it stands', async () => {
  const cut = () => streamOf('event: changed\ndata: {}\n\n');
  const scene = await follow([cut, cut, cut, cut, () => steadyStreamOf(''), cut]);
  expect(scene.connected).toBe(6);
  expect(scene.pauses).toEqual([2_000, 4_000, 8_000, 16_000, 1_000, 2_000]);
});

test('goes on when something on the way refuses the stream with a page of its own', async () => {
  const scene = await follow([() => new Response('<html>', { status: 403 }), () => steadyStreamOf('')]);
  expect(scene).toMatchObject({ connected: 1, lost: 2 });
});

test('stops for good when the session has ended', async () => {
  const scene = await follow([() => new Response('', { status: 401 }), () => streamOf('')]);
  expect(scene).toMatchObject({ connected: 0, pauses: [] });
});

test('takes a page in the place of a stream for a failure', async () => {
  const scene = await follow([() => new Response('<html>', { headers: { 'content-type': 'text/html' } })]);
  expect(scene).toMatchObject({ connected: 0, lost: 1 });
});

test('a stream that falls silent is opened again', async () => {
  const ended = new AbortController();
  let opened = 0;
  await followEvents({
    open: async (signal) => {
      opened += 1;
      const body = new ReadableStream({
        start: (controller) => signal.addEventListener('abort', () => controller.error(new Error('aborted'))),
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    },
    onConnected: () => {},
    onEvent: () => {},
    signal: ended.signal,
    silenceMs: 10,
    pause: async () => {
      if (opened === 2) ended.abort();
    },
  });
  expect(opened).toBe(2);
});
