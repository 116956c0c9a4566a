import { expect, test } from 'vitest';
import { chooseHost } from './transport-hosts.ts';

function scene(hosts: readonly string[], answer: (url: string) => Promise<Response>) {
  const asked: string[] = [];
  const logged: string[] = [];
  const host = chooseHost({
    candidates: async () => hosts,
    fetch: async (url) => {
      asked.push(String(url));
      return answer(String(url));
    },
    log: (message) => logged.push(message),
  });
  return { host, asked, logged };
}

const later = (ms: number, response: Response) => new Promise<Response>((resolve) => setTimeout(() => resolve(response), ms));

test('uses the first host that answers 200; a failed probe is only logged', async () => {
  const { host, asked, logged } = scene(['https://down.example', 'https://slow.example/', 'https://fast.example'], async (url) => {
    if (url.includes('down')) throw new TypeError('Failed to fetch');
    return later(url.includes('slow') ? 40 : 1, new Response('ok'));
  });
  expect(await host.current()).toBe('https://fast.example');
  expect(asked).toEqual(['https://down.example/healthy', 'https://slow.example/healthy', 'https://fast.example/healthy']);
  expect(logged).toHaveLength(1);
});

test('an answer other than 200 does not count', async () => {
  const { host } = scene(['https://sick.example', 'https://well.example'], async (url) =>
    url.includes('sick') ? new Response('', { status: 204 }) : later(10, new Response('ok')),
  );
  expect(await host.current()).toBe('https://well.example');
});

test('probes once, until it is told to forget', async () => {
  const { host, asked } = scene(['https://a.example'], async () => new Response('ok'));
  await host.current();
  await host.current();
  expect(asked).toHaveLength(1);
  host.forget();
  await host.current();
  expect(asked).toHaveLength(2);
});

test('when nobody answers the first is tried, and the next request probes again', async () => {
  let up = false;
  const { host, logged } = scene(['https://a.example', 'https://b.example'], async (url) =>
    up && url.includes('b.') ? new Response('ok') : new Response('', { status: 503 }),
  );
  expect(await host.current()).toBe('https://a.example');
  expect(logged).toHaveLength(2);
  up = true;
  expect(await host.current()).toBe('https://b.example');
});

test("without a readable configuration the page's own host is used", async () => {
  const host = chooseHost({
    candidates: async () => {
      throw new Error('no file');
    },
    fetch: async () => new Response('ok'),
    log: () => {},
  });
  expect(await host.current()).toBe('');
});
